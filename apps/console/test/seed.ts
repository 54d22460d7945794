import { type ConsoleService, numberedAccount, repeatConcurrently } from './console-service.ts'
import { REJECTED_DOMAIN } from './mail-server.ts'

export const PARTNERS = 120
const ACCOUNTS = 320
/** The accounts with lower numbers are active, the others pending. */
export const FIRST_PENDING_ACCOUNT = 40
/** Names of the partners with accounts. The accounts are distributed evenly over these. */
const RESELLERS = ['Revenda Estrela', 'Contábil Ipê', 'Grupo Aroeira', 'Ponto Certo', 'Jequitibá Sistemas']
const TRADES = ['Padaria', 'Oficina', 'Mercado', 'Farmácia', 'Papelaria', 'Transportes', 'Clínica', 'Escola']
const PLACES = ['São João', 'Bela Vista', 'do Centro', 'Boa Esperança', 'Santa Rita', 'Avenida', 'Ipiranga']
/** Low, so that one partner exceeds the limit quickly, but high enough for creating the accounts of each partner. */
export const RATE_LIMIT = 100
/** Index of the user whose partner exceeds the rate limit. */
const LIMITED_USER = 3
/** Number of the account whose administrator's e-mail the mail server rejects. */
export const ACCOUNT_WITH_REJECTED_EMAIL = 17
/** The activation and the welcome mail to that administrator. */
export const FAILED_MAILS = 2

/** Accounts of each reseller, and the pending ones among them. */
export const ACCOUNTS_PER_PARTNER = ACCOUNTS / RESELLERS.length
export const PENDING_PER_PARTNER = (ACCOUNTS - FIRST_PENDING_ACCOUNT) / RESELLERS.length

export type Seeded = Awaited<ReturnType<typeof seed>>

/** Returns the name of the employer of an account. */
export const nameOf = (index: number) =>
  `${TRADES[index % TRADES.length]} ${PLACES[index % PLACES.length]} ${index} Ltda`

/** Adds partners, users, accounts, coupons and mails through the interface. */
export async function seed(service: ConsoleService) {
  const { internal } = service
  await internal.coupons.create.mutate({ code: 'VERAO26', percentOff: 15, maxRedemptions: 500 })
  await internal.coupons.create.mutate({ code: 'LANCAMENTO', percentOff: 30, expiresAt: '2025-12-31' })
  const users = await Promise.all(
    RESELLERS.map((name, index) => service.addUser(name, `ana.${index}@revenda.example`, `Ana de ${name}`)),
  )
  await repeatConcurrently(PARTNERS - users.length, (index) =>
    internal.partners.create.mutate({ name: `Parceiro ${index}` }),
  )
  const ids: string[] = []
  await repeatConcurrently(ACCOUNTS, async (index) => {
    const account = numberedAccount(index, nameOf(index))
    if (index === ACCOUNT_WITH_REJECTED_EMAIL) account.email = `administradora@${REJECTED_DOMAIN}`
    ids[index] = (await users[index % users.length]!.accounts.create.mutate(account))._id
  })
  await repeatConcurrently(FIRST_PENDING_ACCOUNT, (index) =>
    internal.subscriptions.activate.mutate({ accountId: ids[index]! }),
  )
  // Exceeds the rate limit. The service stores the rejections a few seconds later.
  await repeatConcurrently(RATE_LIMIT + 50, () =>
    users[LIMITED_USER]!.accounts.list.query({ max_results: 1 }).catch(() => undefined),
  )
  return { users, ids }
}
