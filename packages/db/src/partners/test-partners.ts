import type { TestFilter } from '@partner-accounts/core'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'

/** Filters that name a record or a partner. They find live and test records. */
const NAMING = new Set(['id', 'name', 'partnerId', 'accountId', 'taxId', 'email', 'financialEmail', 'recipient'])

/**
 * Returns whether an operator's list or figure omits test partners. A filter for the status `kept` includes them, because
 * only their mails have it.
 */
export function isLiveOnly({ includeTest = false, ...filter }: TestFilter & { status?: string | undefined }): boolean {
  if (includeTest || filter.status === 'kept') return false
  const isNaming = Object.entries(filter).some(([name, value]) => value !== undefined && NAMING.has(name))
  return !isNaming
}

const TEST_PARTNERS = statement({
  name: 'test_partners',
  parameters: {},
  columns: { id: 'text' },
  text: `SELECT id FROM partners WHERE test_of IS NOT NULL`,
})

/** Returns the ids for statements to exclude. Prisma would compile one condition per id. */
export const testPartnerIds = async (run: RunStatement): Promise<string[]> =>
  (await run(TEST_PARTNERS, {})).map(({ id }) => id)
