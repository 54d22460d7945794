import { useLocale } from '@partner-accounts/ui'
import { useMemo } from 'react'
import { type ExistingAccount, useExistingAccounts } from '../accounts/existing-accounts.ts'
import { type CheckedRow, checkRows } from './rows/check-rows.ts'
import type { Table } from './rows/table.ts'
import { type SheetRow, toRows } from './rows/to-rows.ts'
import { editRow, type ImportWork } from './unfinished-import.ts'

export type RowStatus = 'ready' | 'invalid' | 'existing' | 'left'

export interface ImportRow extends CheckedRow {
  status: RowStatus
  emailOwner?: ExistingAccount | undefined
  taxIdOwner?: ExistingAccount | undefined
}

export interface ImportRows {
  /** Without rows in a batch, in the file's order. */
  rows: readonly ImportRow[]
  isPending: boolean
  retry: (() => void) | undefined
}

/** @param table memoized, because its rows are read again when it changes */
export function useImportRows(table: Table, work: ImportWork): ImportRows {
  const locale = useLocale()
  const { columns, edits, doubtfulCells } = work
  const sheetRows = useMemo(() => toRows(table, columns, doubtfulCells), [table, columns, doubtfulCells])
  const rows = sheetRows.map((row) => editRow(row, edits[row.line]))
  const taken = rows.filter((row) => !isLeft(row, work))
  const checked = new Map(checkRows(taken, locale).map((found) => [found.row.line, found]))
  const sent = new Set(work.sent)
  const remaining = rows.filter(({ line }) => !sent.has(line))
  const existing = useExistingAccounts(taken.filter(({ line }) => !sent.has(line)).map(({ draft }) => draft))
  return {
    isPending: existing.isPending,
    retry: existing.retry,
    rows: remaining.map((row): ImportRow => {
      const found = checked.get(row.line)
      if (!found) return { row, errors: NO_ERRORS, repeats: undefined, status: 'left' }
      const emailOwner = existing.emailOwner(row.draft)
      const taxIdOwner = existing.taxIdOwner(row.draft)
      const isInvalid = Object.keys(found.errors).length > 0 || row.line in work.rejections
      const isRepeated = taxIdOwner !== undefined || found.repeats !== undefined
      const isExisting = emailOwner !== undefined || (isRepeated && work.decisions[row.line] !== 'repeat')
      const validStatus = isExisting ? 'existing' : 'ready'
      return { ...found, status: isInvalid ? 'invalid' : validStatus, emailOwner, taxIdOwner }
    }),
  }
}

const NO_ERRORS = {}

/** A person's decision wins over the row's exclusion. */
function isLeft({ line, exclusion }: SheetRow, { decisions, hiddenRows }: ImportWork): boolean {
  const decision = decisions[line]
  if (decision !== undefined) return decision === 'leave'
  return exclusion === 'hidden' ? hiddenRows !== 'include' : exclusion !== undefined
}
