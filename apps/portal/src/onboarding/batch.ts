import { LIMITS } from '@partner-accounts/rules'
import type { AccountDraft } from '../accounts/account-draft.ts'
import { newIdempotencyKey } from '../accounts/idempotency-key.ts'

/** The outcome of a row so far. */
export type RowState =
  /** `firstSentAt`: the row was sent, but no response has arrived. */
  | { kind: 'waiting'; firstSentAt?: string }
  | { kind: 'created'; id: string; apiToken: string; secret: string }
  /** The administrator's e-mail is taken, and the partner has an account with the row's document. */
  | { kind: 'existing'; id: string }
  | { kind: 'rejected'; reason: string }

/** A row of a spreadsheet. Its idempotency key makes retries safe: sent twice, it is one account. */
export interface BatchRow {
  /** Position in the batch. */
  index: number
  /** Row number in the spreadsheet, headings and empty rows included. */
  line: number
  draft: AccountDraft
  key: string
  state: RowState
}

export type RowCounts = Record<RowState['kind'], number>

/** A spreadsheet whose accounts are created by this browser for one portal user, without its rows. */
export interface Batch {
  id: string
  userId: string
  fileName: string
  startedAt: string
  counts: RowCounts
  /** How many created accounts the latest download of the results contained. */
  downloaded: number
}

/** A row before it belongs to a batch. */
export type NewRow = Pick<BatchRow, 'line' | 'draft'>

export const newBatch = (userId: string, fileName: string, rows: readonly NewRow[]): [Batch, BatchRow[]] => [
  {
    id: newIdempotencyKey(),
    userId,
    fileName,
    startedAt: new Date().toISOString(),
    counts: { waiting: rows.length, created: 0, existing: 0, rejected: 0 },
    downloaded: 0,
  },
  rows.map((row, index) => ({ ...row, index, key: newIdempotencyKey(), state: { kind: 'waiting' } })),
]

export const totalOf = ({ counts }: Batch): number =>
  counts.waiting + counts.created + counts.existing + counts.rejected

/** Created accounts whose secret is only in this browser. */
export const undownloadedOf = ({ counts, downloaded }: Batch): number => counts.created - downloaded

/** The service replays a creation with the same idempotency key for this long. */
const REPLAY_WINDOW_MS = LIMITS.idempotencyKey.ttlSeconds * 1000

/** Rows whose response was lost so long ago that the service no longer replays it. */
export const lateRows = (rows: readonly BatchRow[], now: number): BatchRow[] =>
  rows.filter(
    ({ state }) =>
      state.kind === 'waiting' &&
      state.firstSentAt !== undefined &&
      now - Date.parse(state.firstSentAt) > REPLAY_WINDOW_MS,
  )
