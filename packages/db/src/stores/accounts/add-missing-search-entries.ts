import { searchTerms } from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import { ADD_MISSING, MISSING } from '../../sql/search-entry-statements.ts'

/** The longest time for which two versions run side by side during an upgrade. */
const UPGRADE_MS = 2 * 86_400_000
const TIME_DIGITS = 12

/**
 * Makes searches find the accounts that an earlier version of the code created while it was being replaced: it does not
 * write what searches compare. Ids begin with the time, so only recent accounts are read.
 */
export async function addMissingSearchEntries(run: RunStatement): Promise<void> {
  let since = (Date.now() - UPGRADE_MS).toString(16).padStart(TIME_DIGITS, '0')
  for (;;) {
    const missing = await run(MISSING, { since })
    for (const { id, name, trade_name: tradeName, cpf, cnpj, email } of missing) {
      const document = { kind: 'cnpj' as const, value: cnpj ?? cpf ?? '' }
      await run(ADD_MISSING, { id, terms: searchTerms({ name, tradeName, document }, { email }) })
      since = id
    }
    if (missing.length === 0) return
  }
}
