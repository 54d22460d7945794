import {
  type AccountDirectory,
  type AccountOverview,
  type Address,
  cpfAndCnpj,
  searchTerms,
  type Subscription,
  type TaxDocument,
  type WorkDay,
} from '@partner-accounts/core'
import type { RunStatement } from '../sql/run.ts'
import { type Given, Statement } from '../sql/statement.ts'
import { accountsWithParties } from './joins.ts'
import { bytes, type Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { emailKeyOf } from '../keys.ts'
import { subscriptionColumns } from '../subscriptions/store.ts'

const overviewColumns = {
  id: true,
  partnerId: true,
  createdAt: true,
  activeEmployees: true,
  apiTokenHash: true,
  administrator: {
    select: { fullName: true, email: true, mobilePhone: true, passwordHash: true, activationTokenHash: true },
  },
  employer: { omit: { partnerId: true, number: true } },
  units: { omit: { id: true, partnerId: true, accountId: true } },
  workSchedules: { select: { name: true, days: true } },
  subscriptions: {
    orderBy: { id: 'desc' },
    take: 1,
    select: { ...subscriptionColumns, coupon: { select: { code: true } } },
  },
} satisfies Prisma.AccountSelect

type OverviewRow = Prisma.AccountGetPayload<{ select: typeof overviewColumns }>

type CorrectedEmployer = Record<Exclude<keyof Prisma.EmployerUpdateManyMutationInput, 'number'>, unknown>

// Prisma has no FOR UPDATE.
const LOCK_PARTIES = new Statement(
  'account_lock_parties',
  ({ partnerId, id }: Given<Record<'partnerId' | 'id', string>>) =>
    accountsWithParties
      .select('a.id')
      .where('a.partner_id', '=', partnerId)
      .where('a.id', '=', id)
      .forUpdate(['e', 'd']),
)

/** Finds and changes accounts of all partners. */
export function createAccountDirectory(client: Client, run: RunStatement): AccountDirectory {
  const partnerOf = async (id: string): Promise<string | undefined> =>
    (await client.account.findFirst({ select: { partnerId: true }, where: { id } }))?.partnerId

  async function overview(partnerId: string, id: string): Promise<AccountOverview | undefined> {
    const row = await client.account.findFirst({
      relationLoadStrategy: 'join',
      select: overviewColumns,
      where: { partnerId, id },
    })
    return row ? toOverview(row) : undefined
  }

  async function update(id: string, data: Prisma.AccountUpdateManyMutationInput): Promise<string | undefined> {
    const [row] = await client.account.updateManyAndReturn({ data, select: { partnerId: true }, where: { id } })
    return row?.partnerId
  }

  return {
    async overview(id) {
      const partnerId = await partnerOf(id)
      return partnerId === undefined ? undefined : overview(partnerId, id)
    },

    async lock(id) {
      // A single statement would return the overview from before its wait for the lock.
      const partnerId = await partnerOf(id)
      if (partnerId === undefined) return undefined
      await run(LOCK_PARTIES, { partnerId, id })
      return overview(partnerId, id)
    },

    async correct({ id, partnerId, administrator: before }, { employer, administrator, address, removesLink }) {
      const [earlierKey, emailKey] = [emailKeyOf(before.email), emailKeyOf(administrator.email)]
      if (emailKey !== earlierKey) {
        await client.administratorEmail.create({ data: { emailKey, partnerId, accountId: id } })
        await client.administratorEmail.delete({ where: { emailKey: earlierKey } })
      }
      const key = { partnerId, accountId: id }
      const account = await client.account.findFirst({ select: { number: true }, where: { partnerId, id } })
      const ofAccount = { partnerId, ...account }
      const { name, tradeName, financialEmail } = employer
      const data = { name, tradeName, financialEmail, ...cpfAndCnpj(employer) }
      await client.employer.updateMany({ data: data satisfies CorrectedEmployer, where: ofAccount })
      const { fullName, email, mobilePhone } = administrator
      const noLink = removesLink ? { activationTokenHash: null, activationExpiresAt: null } : {}
      await client.administrator.updateMany({ data: { fullName, email, mobilePhone, ...noLink }, where: key })
      const terms = searchTerms(employer, administrator)
      await client.accountSearchEntry.updateMany({ data: { terms }, where: ofAccount })
      await client.unit.updateMany({ data: address, where: key })
    },

    setCredentials(id, credentials) {
      const data = Object.fromEntries(
        Object.entries(credentials).map(([column, value]) => [column, value && bytes(value)]),
      )
      return update(id, data)
    },

    setActiveEmployees: (id, activeEmployees) => update(id, { activeEmployees }),

    async findByApiToken(apiTokenHash) {
      const where = { apiTokenHash: bytes(apiTokenHash) }
      return (await client.account.findFirst({ select: { id: true, partnerId: true }, where })) ?? undefined
    },
  }
}

function toOverview({
  apiTokenHash,
  employer,
  administrator,
  units,
  workSchedules,
  subscriptions,
  ...account
}: OverviewRow): AccountOverview {
  const [[unit], [schedule], [subscription]] = [units, workSchedules, subscriptions]
  if (!administrator || !employer || !unit || !schedule || !subscription) {
    throw new Error(`account ${account.id} is incomplete`)
  }
  const { cpf, cnpj, ...names } = employer
  const { name, ...address } = unit
  const { coupon, ...contract } = subscription
  const { passwordHash, activationTokenHash, ...person } = administrator
  return {
    ...account,
    apiTokenStatus: apiTokenHash === null ? 'revoked' : 'active',
    administrator: person,
    administratorStatus: passwordHash ? 'activated' : activationTokenHash ? 'invited' : 'not-invited',
    employer: { ...names, document: toDocument(cpf, cnpj) },
    unit: { name, address: address as Address },
    workSchedule: { name: schedule.name, days: schedule.days as unknown as WorkDay[] },
    subscription: { ...(contract as Subscription), coupon: coupon?.code ?? null },
  }
}

/** The table contains exactly one tax ID. */
const toDocument = (cpf: string | null, cnpj: string | null): TaxDocument =>
  cnpj === null ? { kind: 'cpf', value: cpf ?? '' } : { kind: 'cnpj', value: cnpj }
