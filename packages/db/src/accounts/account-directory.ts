import {
  type AccountDirectory,
  type AccountOverview,
  type Address,
  emailKeyOf,
  employerValues,
  searchTerms,
  type Subscription,
  type TaxId,
  type WorkDay,
} from '@partner-accounts/core'
import { NO_LINK } from '../links.ts'
import { modeOf } from '../partners/partner-store.ts'
import type { RunStatement } from '../sql/run.ts'
import { LOCK_ACCOUNT } from '../sql/locks.ts'
import { bytes, type Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { fromJson, narrowStates } from '../prisma/stored.ts'
import { latestFirst, subscriptionColumns } from '../subscriptions/subscription-store.ts'

const overviewColumns = {
  id: true,
  partnerId: true,
  createdAt: true,
  erasedAt: true,
  activeEmployees: true,
  apiTokenHash: true,
  name: true,
  tradeName: true,
  cpf: true,
  cnpj: true,
  financialEmail: true,
  fullName: true,
  email: true,
  mobilePhone: true,
  passwordHash: true,
  activationTokenHash: true,
  units: { omit: { id: true, partnerId: true, accountId: true } },
  workSchedules: { select: { name: true, days: true } },
  subscriptions: {
    orderBy: latestFirst,
    take: 1,
    select: { ...subscriptionColumns, coupon: { select: { code: true } } },
  },
} satisfies Prisma.AccountSelect

type OverviewRow = Prisma.AccountGetPayload<{ select: typeof overviewColumns }>

export function createAccountDirectory(client: Client, run: RunStatement): AccountDirectory {
  const partnerOf = async (id: string): Promise<string | undefined> =>
    (await client.account.findFirst({ select: { partnerId: true }, where: { id } }))?.partnerId

  async function overview(partnerId: string, id: string): Promise<AccountOverview | undefined> {
    const row = await client.account.findFirst({ select: overviewColumns, where: { partnerId, id } })
    return row ? toOverview(row) : undefined
  }

  async function update(id: string, data: Prisma.AccountUpdateManyMutationInput): Promise<string | undefined> {
    const [row] = await client.account.updateManyAndReturn({ data, select: { partnerId: true }, where: { id } })
    return row?.partnerId
  }

  /**
   * Changes the key by which an administrator's e-mail is unique. Replaces the row, because Citus distributes these rows by
   * the key and cannot update it.
   */
  async function changeEmailKey(account: { partnerId: string; accountId: string }, before: string, after: string) {
    const where = { ...account, emailKey: before }
    const { scope } = await client.administratorEmail.findFirstOrThrow({ select: { scope: true }, where })
    await client.administratorEmail.create({ data: { ...account, emailKey: after, scope } })
    await client.administratorEmail.deleteMany({ where })
  }

  return {
    async overview(id) {
      const partnerId = await partnerOf(id)
      return partnerId === undefined ? undefined : overview(partnerId, id)
    },

    async lock(id) {
      // Locks and reads in two statements: a single one that waits for the lock may return data from before the wait.
      const partnerId = await partnerOf(id)
      if (partnerId === undefined) return undefined
      await run(LOCK_ACCOUNT, { partnerId, id })
      return overview(partnerId, id)
    },

    async correct(
      { id, partnerId, administrator: before },
      { employer, administrator, address, removesActivationLink },
    ) {
      const keyBefore = emailKeyOf(before.email)
      const key = emailKeyOf(administrator.email)
      if (key !== keyBefore) await changeEmailKey({ partnerId, accountId: id }, keyBefore, key)
      const data = {
        ...employerValues(employer),
        ...administrator,
        terms: searchTerms(employer, administrator, address),
        ...(removesActivationLink && NO_LINK),
      }
      await client.account.updateMany({ data, where: { partnerId, id } })
      await client.unit.updateMany({ data: address, where: { partnerId, accountId: id } })
    },

    setCredentials(id, credentials) {
      const columns = Object.entries(credentials).map(([column, value]) => [column, value && bytes(value)] as const)
      return update(id, Object.fromEntries(columns))
    },

    setActiveEmployees: (id, activeEmployees) => update(id, { activeEmployees }),

    async findByApiToken(apiTokenHash) {
      const row = await client.account.findFirst({
        select: { id: true, partnerId: true, partner: { select: { testOf: true } } },
        where: { apiTokenHash: bytes(apiTokenHash) },
      })
      return row ? { id: row.id, partnerId: row.partnerId, mode: modeOf(row.partner) } : undefined
    },
  }
}

function toOverview({ units, workSchedules, subscriptions, ...row }: OverviewRow): AccountOverview {
  const { id, partnerId, createdAt, erasedAt, activeEmployees, apiTokenHash, passwordHash, activationTokenHash } = row
  const { name, tradeName, cpf, cnpj, financialEmail, fullName, email, mobilePhone } = row
  const [unit] = units
  const [schedule] = workSchedules
  const [subscription] = subscriptions
  if (!unit || !schedule || !subscription) throw new Error(`account ${id} is incomplete`)
  const { name: unitName, ...address } = unit
  const { coupon, ...contract } = subscription
  const statusBeforeActivation = activationTokenHash ? 'invited' : 'not-invited'
  return {
    id,
    partnerId,
    createdAt,
    erasedAt,
    activeEmployees,
    apiTokenStatus: apiTokenHash === null ? 'revoked' : 'active',
    administrator: { fullName, email, mobilePhone },
    administratorStatus: passwordHash ? 'activated' : statusBeforeActivation,
    employer: { name, tradeName, financialEmail, taxId: toTaxId(cpf, cnpj) },
    unit: { name: unitName, address: narrowStates<Address>(address) },
    workSchedule: { name: schedule.name, days: fromJson<WorkDay[]>(schedule.days) },
    subscription: { ...narrowStates<Subscription>(contract), coupon: coupon?.code ?? null },
  }
}

/** Both columns are `null` for an erased account. Its `value` is then empty. */
const toTaxId = (cpf: string | null, cnpj: string | null): TaxId =>
  cnpj === null ? { kind: 'cpf', value: cpf ?? '' } : { kind: 'cnpj', value: cnpj }
