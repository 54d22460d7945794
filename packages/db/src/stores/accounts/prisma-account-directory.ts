import {
  type AccountDirectory,
  type AccountOverview,
  type Address,
  cpfAndCnpj,
  searchTerms,
  type TaxDocument,
  type WorkDay,
} from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import { bytes, type Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { CORRECT, LOCK_PARTIES } from '../../sql/correction-statements.ts'
import { emailKeyOf } from '../email-key.ts'
import { subscriptionColumns, toSubscription } from '../subscriptions/prisma-subscription-store.ts'

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

/** Finds and changes accounts of all partners in PostgreSQL, for internal applications. */
export function createPrismaAccountDirectory(client: Client, run: RunStatement): AccountDirectory {
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
      // Not one statement: the overview would be as of before a wait for the lock.
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
      const terms = searchTerms(employer, administrator)
      const corrected = { ...employer, ...cpfAndCnpj(employer), ...administrator, removesLink, terms }
      await run(CORRECT, { accountId: id, partnerId, ...corrected })
      await client.unit.updateMany({ data: address, where: { partnerId, accountId: id } })
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
    subscription: { ...toSubscription(contract), coupon: coupon?.code ?? null },
  }
}

/** The table contains exactly one of the two documents. */
const toDocument = (cpf: string | null, cnpj: string | null): TaxDocument =>
  cnpj === null ? { kind: 'cpf', value: cpf ?? '' } : { kind: 'cnpj', value: cnpj }
