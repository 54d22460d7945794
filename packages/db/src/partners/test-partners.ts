import type { TestFilter } from '@partner-accounts/core'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'

/** Filters that name records or partners, which are found in either mode. */
const NAMING = new Set(['id', 'name', 'partnerId', 'accountId', 'taxId', 'email', 'financialEmail', 'recipient'])

/** Returns whether an operator's list or figure omits test partners. Only their mails have the status `kept`. */
export const isLiveOnly = ({ includeTest = false, ...filter }: TestFilter & { status?: string | undefined }): boolean =>
  !includeTest &&
  filter.status !== 'kept' &&
  !Object.entries(filter).some(([name, value]) => value !== undefined && NAMING.has(name))

const TEST_PARTNERS = statement({
  name: 'test_partners',
  parameters: {},
  columns: { id: 'text' },
  text: `SELECT id FROM partners WHERE test_of IS NOT NULL`,
})

/** Returns the ids for statements to exclude. Prisma would compile one condition per id. */
export const testPartnerIds = async (run: RunStatement): Promise<string[]> =>
  (await run(TEST_PARTNERS, {})).map(({ id }) => id)
