import { useLocale } from '@partner-accounts/ui'
import { useMemo } from 'react'
import { type ExistingAccount, useExistingAccounts } from '../accounts/existing-accounts.ts'
import { type CheckedRow, checkRows } from './rows/check-rows.ts'
import type { Table } from './rows/table.ts'
import { type SheetRow, toRows } from './rows/to-rows.ts'
import { editRow, type ImportWork } from './unfinished-import.ts'

export type RowStatus = 'ready' | 'invalid' | 'existing' | 'excluded'

export interface ImportRow extends CheckedRow {
  status: RowStatus
  emailOwner?: ExistingAccount | undefined
  taxIdOwner?: ExistingAccount | undefined
}

export interface ImportRows {
  /** Rows that are not in a batch, in the file's order. */
  rows: readonly ImportRow[]
  /** Whether the search for existing accounts is unfinished. */
  isPending: boolean
  /** `undefined` unless the query for existing accounts has failed. */
  retry: (() => void) | undefined
}

const NO_ERRORS = {}

/**
 * Returns the rows of a table with a person's edits, their errors and existing accounts.
 *
 * @param table memoized, because its rows are read again when it changes
 */
export function useImportRows(table: Table, work: ImportWork): ImportRows {
  const locale = useLocale()
  const { columns, edits, doubtfulCells } = work
  const sheetRows = useMemo(() => toRows(table, columns, doubtfulCells), [table, columns, doubtfulCells])
  const rows = sheetRows.map((row) => editRow(row, edits[row.line]))
  const included = rows.filter((row) => !isExcluded(row, work))
  // Rows in a batch are checked, too, because other rows may repeat them.
  const checked = new Map(checkRows(included, locale).map((checkedRow) => [checkedRow.row.line, checkedRow]))
  const sent = new Set(work.sent)
  const remaining = rows.filter(({ line }) => !sent.has(line))
  const unsent = included.filter(({ line }) => !sent.has(line))
  const existing = useExistingAccounts(unsent.map(({ draft }) => draft))
  return {
    isPending: existing.isPending,
    retry: existing.retry,
    rows: remaining.map((row): ImportRow => {
      const checkedRow = checked.get(row.line)
      if (!checkedRow) return { row, errors: NO_ERRORS, repeats: undefined, status: 'excluded' }
      const emailOwner = existing.emailOwner(row.draft)
      const taxIdOwner = existing.taxIdOwner(row.draft)
      const owned = { ...checkedRow, emailOwner, taxIdOwner }
      return { ...owned, status: statusOf(owned, work) }
    }),
  }
}

function statusOf(
  { row, errors, repeats, emailOwner, taxIdOwner }: Omit<ImportRow, 'status'>,
  { rejections, decisions }: ImportWork,
): RowStatus {
  if (Object.keys(errors).length > 0 || row.line in rejections) return 'invalid'
  if (emailOwner) return 'existing'
  const hasKnownTaxId = taxIdOwner !== undefined || repeats !== undefined
  return hasKnownTaxId && decisions[row.line] !== 'repeat' ? 'existing' : 'ready'
}

/** A person's decision wins over the row's exclusion. */
function isExcluded({ line, exclusion }: SheetRow, { decisions, hiddenRows }: ImportWork): boolean {
  const decision = decisions[line]
  if (decision !== undefined) return decision === 'leave'
  if (exclusion === 'hidden') return hiddenRows !== 'include'
  return exclusion !== undefined
}
