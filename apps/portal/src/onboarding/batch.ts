import { LIMITS } from '@partner-accounts/rules'
import type { AccountDraft } from '../accounts/account-draft.ts'
import { newIdempotencyKey } from '../accounts/idempotency-key.ts'

export type RowState =
  /** `firstSentAt`: sent, but no response has arrived. */
  | { kind: 'waiting'; firstSentAt?: string }
  | { kind: 'created'; id: string; apiToken: string; secret: string }
  /** The e-mail is taken, and the partner has an account with the row's tax ID. */
  | { kind: 'existing'; id: string }
  | { kind: 'rejected'; reason: string }

/** The idempotency key makes retries safe. */
export interface BatchRow {
  index: number
  /** Row number in the spreadsheet, counting headings and empty rows. */
  line: number
  draft: AccountDraft
  original: Original
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
  downloaded: number
  draftId?: string
  /** Continues without a person after the tab or the browser was closed. */
  isRunning?: boolean
}

/** The cells of a row as in its file, with their headings. */
export type Original = readonly (readonly [string, string])[]

export const MAX_BATCH_ROWS = 2000

export type NewRow = Pick<BatchRow, 'line' | 'draft' | 'original'>

export const newBatch = (
  userId: string,
  { fileName, id: draftId }: { fileName: string; id: string },
  rows: readonly NewRow[],
): [Batch, BatchRow[]] => [
  {
    id: newIdempotencyKey(),
    userId,
    fileName,
    draftId,
    startedAt: new Date().toISOString(),
    counts: { waiting: rows.length, created: 0, existing: 0, rejected: 0 },
    downloaded: 0,
  },
  rows.map((row, index) => ({ ...row, index, key: newIdempotencyKey(), state: { kind: 'waiting' } })),
]

export const totalOf = ({ counts }: Batch): number =>
  counts.waiting + counts.created + counts.existing + counts.rejected

/** @returns `undefined` without batches */
export function percentDone(batches: readonly Batch[]): number | undefined {
  const total = batches.reduce((sum, batch) => sum + totalOf(batch), 0)
  const waiting = batches.reduce((sum, { counts }) => sum + counts.waiting, 0)
  return total === 0 ? undefined : Math.floor(((total - waiting) / total) * 100)
}

/** Created accounts whose secret is only in this browser. */
export const undownloadedOf = ({ counts, downloaded }: Batch): number => counts.created - downloaded

/** The service replays creations for this long. */
const REPLAY_WINDOW_MS = LIMITS.idempotencyKey.ttlSeconds * 1000

/** Rows whose response was lost too long ago for a replay. */
export const lateRows = (rows: readonly BatchRow[], now: number): BatchRow[] =>
  rows.filter(
    ({ state }) =>
      state.kind === 'waiting' &&
      state.firstSentAt !== undefined &&
      now - Date.parse(state.firstSentAt) > REPLAY_WINDOW_MS,
  )
