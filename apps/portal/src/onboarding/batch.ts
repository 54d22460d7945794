import type { AccountDraft } from '../accounts/account-draft.ts'
import { newIdempotencyKey } from '../accounts/idempotency-key.ts'

/** What became of a row. */
export type RowState =
  | { kind: 'waiting' }
  | { kind: 'created'; id: string; apiToken: string; secret: string }
  | { kind: 'refused'; reason: string }

/** A row of a file, with the key under which the service knows it: sent twice, it is one account. */
export interface BatchRow {
  index: number
  draft: AccountDraft
  key: string
  state: RowState
}

/** A file that is being created, as this browser keeps it for one portal user. */
export interface Batch {
  userId: string
  fileName: string
  startedAt: string
  rows: BatchRow[]
}

export const newBatch = (userId: string, fileName: string, drafts: readonly AccountDraft[]): Batch => ({
  userId,
  fileName,
  startedAt: new Date().toISOString(),
  rows: drafts.map((draft, index) => ({ index, draft, key: newIdempotencyKey(), state: { kind: 'waiting' } })),
})

/** As a spreadsheet counts: the first row is that of the headings. */
export const lineOf = (index: number): number => index + 2

export interface BatchCount {
  created: number
  refused: number
  waiting: number
}

export function countRows(rows: readonly BatchRow[]): BatchCount {
  const count: BatchCount = { created: 0, refused: 0, waiting: 0 }
  for (const { state } of rows) count[state.kind] += 1
  return count
}
