import type { TestFilter } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'

/** Filters that name records or partners, which are found in either mode. */
const NAMING = new Set(['id', 'name', 'partnerId', 'accountId', 'taxId', 'email', 'financialEmail', 'recipient'])

/** Decides whether an operator's list or figure leaves test partners out. Only their mails are `kept`. */
export const isLiveOnly = ({ includeTest = false, ...filter }: TestFilter & { status?: string | undefined }): boolean =>
  !includeTest &&
  filter.status !== 'kept' &&
  !Object.entries(filter).some(([name, value]) => value !== undefined && NAMING.has(name))

export const testPartnerIds = async (client: Client): Promise<string[]> =>
  (await client.partner.findMany({ select: { id: true }, where: { testOf: { not: null } } })).map(({ id }) => id)

/** Returns the condition on records of partners. Not a join, for which PostgreSQL may read the whole table. */
export const ofLivePartners = async (client: Client, filter: Parameters<typeof isLiveOnly>[0]) =>
  isLiveOnly(filter) ? { partnerId: { notIn: await testPartnerIds(client) } } : {}
