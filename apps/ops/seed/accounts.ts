import { type AccountBody, sampleAccount } from '@partner-accounts/rules'
import type { Reseller, Resellers } from './people.ts'
import { PASSWORD } from './people.ts'
import { type Internal, type Service, whenAdmitted } from './service.ts'
import { cnpjOf, cpfOf } from './tax-ids.ts'

const TRADES = ['Padaria', 'Mercado', 'Oficina', 'Farmácia', 'Escola', 'Clínica', 'Hotel', 'Transportes', 'Gráfica']
const NAMES = ['Estrela', 'Horizonte', 'Boa Vista', 'São João', 'Primavera', 'Três Irmãos', 'Ipê Amarelo']
const LONG_NAME =
  'Associação Beneficente dos Trabalhadores Rurais, Produtores de Leite e Artesãos da Microrregião do Alto Jequitinhonha'

/**
 * States, assigned to accounts in rotation. The states repeat every 11 accounts and the kinds of tax IDs every 15. 11 and
 * 15 have no common factor, so each kind occurs in each state.
 */
const STATES = [
  'pending',
  'active',
  'active',
  'canceled',
  'pending',
  'active',
  'token-revoked',
  'pending',
  'active',
  'token-reissued',
  'pending',
] as const

/** Number of accounts per reseller. The test partner also gets an account with a bouncing e-mail, so the total is 300. */
const ACCOUNT_COUNTS = { north: 200, south: 70, limited: 20, test: 9 } as const

/** E-mails of two active accounts, by number. The development mail transport rejects both, the first permanently. */
const REJECTED: Readonly<Record<number, string>> = { 16: 'bounce@errors.example', 19: 'defer@errors.example' }

const ERASED_ACCOUNTS = 4
const ACTIVATED_ADMINISTRATORS = 6
const CONCURRENT_CREATIONS = 2

interface Added {
  id: string
  email: string
  number: number
}

const stateOf = ({ number }: Added) => STATES[number % STATES.length]

/** Creates the accounts as their resellers, and brings them into their states as an operator. */
export async function addAccounts(service: Service, operator: Internal, resellers: Resellers): Promise<void> {
  let first = 1
  const added: Record<keyof Resellers, Added[]> = { north: [], south: [], limited: [], test: [] }
  for (const name of ['north', 'south', 'limited', 'test'] as const) {
    added[name] = await createAll(resellers[name], first, ACCOUNT_COUNTS[name])
    first += ACCOUNT_COUNTS[name]
  }
  await changeStates(operator, [...added.north, ...added.south, ...added.limited])
  const invited = added.north.filter((account) => stateOf(account) !== 'pending')
  const activated = invited.slice(0, ACTIVATED_ADMINISTRATORS)
  await Promise.all(activated.map(({ email }) => service.activateByMail(email, PASSWORD)))
  await changeTestAccounts(resellers.test, added.test)
  await correctAndNote(operator, added.north)
}

async function createAll({ manager }: Reseller, first: number, count: number): Promise<Added[]> {
  const numbers = Array.from({ length: count }, (_, index) => first + index)
  const added: Added[] = []
  while (numbers.length > 0) {
    const created = numbers.splice(0, CONCURRENT_CREATIONS).map(async (number) => {
      const body = accountBody(number)
      const { _id: id } = await whenAdmitted(() => manager.accounts.create.mutate(body))
      return { id, email: body.email, number }
    })
    added.push(...(await Promise.all(created)))
  }
  return added
}

function accountBody(number: number): AccountBody {
  const trade = TRADES[number % TRADES.length] ?? ''
  const name = number % 50 === 7 ? `${LONG_NAME} ${number}` : `${trade} ${NAMES[number % NAMES.length]} ${number}`
  const taxId = number % 5 === 0 ? { cpf: cpfOf(number) } : { cnpj: cnpjOf(number, number % 3 === 0) }
  return sampleAccount({
    email: REJECTED[number] ?? `adm.${String(number).padStart(3, '0')}@clientes.example`,
    employees_quantity: 3 + ((number * 7) % 140),
    company_doc: { name, trade_name: name, ...taxId },
  })
}

async function changeStates(operator: Internal, accounts: readonly Added[]): Promise<void> {
  const reason = 'Dados de amostra'
  const { subscriptions, accounts: records } = operator
  const active = accounts.filter((account) => stateOf(account) !== 'pending')
  for (let index = 0; index < active.length; index += 20) {
    const accountIds = active.slice(index, index + 20).map(({ id }) => id)
    await subscriptions.activateMany.mutate({ accountIds })
  }
  const inState = (state: (typeof STATES)[number]) => accounts.filter((account) => stateOf(account) === state)
  const canceled = inState('canceled')
  await Promise.all(canceled.map(({ id }) => subscriptions.cancel.mutate({ accountId: id, reason })))
  await Promise.all(canceled.slice(-ERASED_ACCOUNTS).map(({ id }) => records.erase.mutate({ id, reason })))
  await Promise.all(inState('token-revoked').map(({ id }) => records.revokeToken.mutate({ id, reason })))
  await Promise.all(inState('token-reissued').map(({ id }) => records.reissueToken.mutate({ id, reason })))
}

/**
 * Activates a test account, cancels another and creates one with a bouncing e-mail, all as the reseller. Resellers can
 * change subscriptions only in test mode.
 */
async function changeTestAccounts({ manager }: Reseller, accounts: readonly Added[]): Promise<void> {
  const [active, canceled] = accounts
  if (active) await manager.testAccounts.activate.mutate({ id: active.id })
  if (canceled) await manager.testAccounts.cancel.mutate({ id: canceled.id })
  const unusedNumber = 999
  const bouncing = { ...accountBody(unusedNumber), email: 'bounce+amostra@errors.example' }
  await whenAdmitted(() => manager.accounts.create.mutate(bouncing))
}

async function correctAndNote(operator: Internal, accounts: readonly Added[]): Promise<void> {
  const [first, second] = accounts.filter((account) => stateOf(account) === 'active')
  if (!first || !second) return
  const reason = 'Razão social atualizada na Receita'
  await operator.accounts.correct.mutate({ id: first.id, employer: { name: 'Padaria Nova Estrela Ltda.' }, reason })
  await operator.accounts.reportUsage.mutate({ id: first.id, activeEmployees: 2 })
  await operator.subscriptions.update.mutate({ accountId: second.id, employees: 250, faceIds: 3 })
  await operator.notes.create.mutate({ accountId: first.id, text: 'Ligar na segunda-feira sobre a nota fiscal.' })
}
