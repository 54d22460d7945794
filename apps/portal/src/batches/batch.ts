import { LIMITS } from '@partner-accounts/rules'
import type { AccountDraft } from '../accounts/account-draft.ts'
import { newIdempotencyKey } from '../accounts/idempotency-key.ts'

export type RowState =
  /** `firstSentAt`: time of the first request, if the row was sent and no response has arrived. */
  | { kind: 'waiting'; firstSentAt?: string }
  | { kind: 'created'; id: string; apiToken: string; secret: string }
  /** An account of the partner has the row's e-mail and tax ID. */
  | { kind: 'existing'; id: string }
  | { kind: 'rejected'; reason: string }

export interface BatchRow {
  index: number
  /** Row number in the spreadsheet, counting headings and empty rows. */
  line: number
  draft: AccountDraft
  original: Original
  /** Idempotency key. It makes retries safe. */
  key: string
  state: RowState
}

export type RowCounts = Record<RowState['kind'], number>

export interface Batch {
  id: string
  userId: string
  fileName: string
  startedAt: string
  counts: RowCounts
  /** Number of created accounts whose secrets were downloaded. */
  downloaded: number
  /** Id of the unfinished import that the rows come from. */
  importId?: string
  /** Whether the batch resumes automatically after its tab was closed. */
  isRunning?: boolean
}

/** A row's cells as in its file, each with its heading. */
export type Original = readonly (readonly [string, string])[]

/** Returns a saved table's headings: `own`, then those of the imported file. Each occurs once. */
export function savedHeadings(own: readonly string[], rows: readonly { original: Original }[]): string[] {
  const ofFile = rows.flatMap(({ original }) => original.map(([heading]) => heading))
  return [...new Set([...own, ...ofFile])]
}

export const MAX_BATCH_ROWS = 2000

export type NewRow = Pick<BatchRow, 'line' | 'draft' | 'original'>

export const newBatch = (
  userId: string,
  { fileName, id: importId }: { fileName: string; id: string },
  rows: readonly NewRow[],
): { batch: Batch; rows: BatchRow[] } => ({
  batch: {
    id: newIdempotencyKey(),
    userId,
    fileName,
    importId,
    startedAt: new Date().toISOString(),
    counts: { waiting: rows.length, created: 0, existing: 0, rejected: 0 },
    downloaded: 0,
  },
  rows: rows.map((row, index) => ({ ...row, index, key: newIdempotencyKey(), state: { kind: 'waiting' } })),
})

export const totalOf = ({ counts }: Batch): number =>
  counts.waiting + counts.created + counts.existing + counts.rejected

/** Returns the percentage of rows with an outcome, rounded down; `undefined` without rows. */
export function percentDone(batches: readonly Batch[]): number | undefined {
  const total = batches.reduce((sum, batch) => sum + totalOf(batch), 0)
  const waiting = batches.reduce((sum, { counts }) => sum + counts.waiting, 0)
  return total === 0 ? undefined : Math.floor(((total - waiting) * 100) / total)
}

/** Returns the number of created accounts whose secrets exist only in this browser. */
export const undownloadedOf = ({ counts, downloaded }: Batch): number => counts.created - downloaded

/** The service replays the response of a creation for this long. */
const REPLAY_WINDOW_MS = LIMITS.idempotencyKey.ttlSeconds * 1000

/** Returns the rows whose response was lost too long ago for a replay. */
export const lateRows = (rows: readonly BatchRow[], now: number): BatchRow[] =>
  rows.filter(
    ({ state }) =>
      state.kind === 'waiting' &&
      state.firstSentAt !== undefined &&
      now - Date.parse(state.firstSentAt) > REPLAY_WINDOW_MS,
  )
