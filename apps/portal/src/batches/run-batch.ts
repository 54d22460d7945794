import { LIMITS } from '@partner-accounts/rules'
import type { Failure } from '@partner-accounts/ui/failure'
import type { RateUse } from '../service/rate-use.ts'
import type { BatchRow, RowState } from './batch.ts'

export type RunState =
  | { kind: 'creating' }
  /** Continues after `seconds`. */
  | { kind: 'limited'; seconds: number }
  /** Retries after `seconds`. */
  | { kind: 'unreachable'; seconds: number }
  | { kind: 'paused' }
  | { kind: 'finished' }
  /** A retry would fail, too. Unsent rows stay waiting. */
  | { kind: 'stopped'; failure: Failure }

export interface RunOptions {
  create: (row: BatchRow) => Promise<Extract<RowState, { kind: 'created' | 'existing' }>>
  failureOf: (error: unknown) => Failure
  /** Returns what the latest response reported. */
  rateUse: () => RateUse | undefined
  /** Returns the reason of a rejection for people. */
  describe: (failure: Failure) => string
  /** Stores the row's new state. If it rejects, so does the run. */
  storeRow: (row: BatchRow) => Promise<void>
  onState: (state: RunState) => void
  /** Resolves early when the signal aborts. */
  wait: (seconds: number, signal: AbortSignal) => Promise<void>
  /** Returns milliseconds since 1970. */
  now: () => number
  signal: AbortSignal
}

/** The user's other pages get the rest of the rate limit. */
const SHARE_OF_LIMIT = 0.75
/** Used until a response has `RateLimit-Policy`. */
const DEFAULT_LIMIT = { limit: LIMITS.rate.requests, windowSeconds: LIMITS.rate.windowSeconds }
/**
 * A batch waits for the reset when only this many requests remain, so that other pages can still send some. Fewer for limits
 * of 1 or 2.
 */
const MIN_REMAINING = 2
const MAX_RETRY_DELAY_SECONDS = 30
/** No response (0), or one of a service that starts, is overloaded or cannot be reached by its proxy. */
const UNAVAILABLE_STATUSES = [0, 502, 503, 504]
/** The run stops after this many server errors for one row. 502, 503 and 504 do not count. */
const MAX_SERVER_ERRORS = 5

/** Returns the seconds from one row to the next. */
export function secondsPerRowOf(use: Pick<RateUse, 'limit' | 'windowSeconds'> | undefined): number {
  const { limit, windowSeconds } = use ?? DEFAULT_LIMIT
  return windowSeconds / (limit * SHARE_OF_LIMIT)
}

/** Creates the accounts of the waiting rows one by one, spread evenly over a share of the rate limit. */
export async function runBatch(rows: readonly BatchRow[], options: RunOptions): Promise<void> {
  const waitForSlot = createPacer(options)
  for (const row of rows.filter(({ state }) => state.kind === 'waiting')) {
    const finalState = await processRow(row, options, waitForSlot)
    if (finalState) return options.onState(finalState)
  }
  options.onState(options.signal.aborted ? { kind: 'paused' } : { kind: 'finished' })
}

/**
 * Sends a row until it has an outcome.
 *
 * @returns the run's final state if it must not continue with the next row
 */
async function processRow(
  row: BatchRow,
  options: RunOptions,
  waitForSlot: () => Promise<void>,
): Promise<RunState | undefined> {
  let sent = row
  let serverErrors = 0
  for (let attempt = 1; ; attempt += 1) {
    await waitForSlot()
    if (options.signal.aborted) return { kind: 'paused' }
    options.onState({ kind: 'creating' })
    sent = await noteSending(sent, options)
    const response = await send(sent, options)
    if ('state' in response) {
      await options.storeRow({ ...sent, state: response.state })
      return undefined
    }
    const { failure } = response
    if (isServerError(failure)) serverErrors += 1
    const reaction = reactionTo(failure, { attempt, serverErrors })
    if (reaction.kind === 'stopped') return reaction
    if (reaction.kind === 'rejected') {
      await options.storeRow({ ...sent, state: { kind: 'rejected', reason: options.describe(failure) } })
      return undefined
    }
    options.onState(reaction)
    await options.wait(reaction.seconds, options.signal)
  }
}

/** Returns the row's state after its creation, or why the creation failed. */
async function send(
  row: BatchRow,
  { create, failureOf }: RunOptions,
): Promise<{ state: RowState } | { failure: Failure }> {
  try {
    return { state: await create(row) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

/** Stores when the row was first sent, because the service can replay its response only for a day. */
async function noteSending(row: BatchRow, { storeRow, now }: RunOptions): Promise<BatchRow> {
  if (row.state.kind !== 'waiting' || row.state.firstSentAt !== undefined) return row
  const noted: BatchRow = { ...row, state: { kind: 'waiting', firstSentAt: new Date(now()).toISOString() } }
  await storeRow(noted)
  return noted
}

/** Returns a function that waits until the next request may be sent. */
function createPacer({ rateUse, onState, wait, now, signal }: RunOptions): () => Promise<void> {
  let nextAt = 0
  return async () => {
    const use = rateUse()
    if (use && use.remaining <= Math.min(MIN_REMAINING, use.limit - 1)) {
      onState({ kind: 'limited', seconds: use.resetSeconds })
      await wait(use.resetSeconds, signal)
    }
    const waitMs = nextAt - now()
    if (waitMs > 0) await wait(waitMs / 1000, signal)
    nextAt = now() + secondsPerRowOf(use) * 1000
  }
}

type Reaction = Extract<RunState, { kind: 'limited' | 'unreachable' | 'stopped' }> | { kind: 'rejected' }

/** Returns whether the request failed although the service is running and not overloaded. */
const isServerError = ({ status }: Failure): boolean => status >= 500 && !UNAVAILABLE_STATUSES.includes(status)

/**
 * Decides how a run continues after a failed request. Idempotency keys make every retry safe.
 *
 * @param attempt 1 for the first request of the row
 * @param serverErrors number of server errors so far in response to the row
 */
function reactionTo(failure: Failure, { attempt, serverErrors }: { attempt: number; serverErrors: number }): Reaction {
  const { status, retryAfterSeconds } = failure
  if (status === 422) return { kind: 'rejected' }
  // 409 means that an earlier request for the same row is still in progress.
  if (status === 429 || status === 409) return { kind: 'limited', seconds: retryAfterSeconds ?? 1 }
  const seconds = retryAfterSeconds ?? Math.min(MAX_RETRY_DELAY_SECONDS, 2 ** attempt)
  // Retries never stop while the service is unavailable.
  if (UNAVAILABLE_STATUSES.includes(status)) return { kind: 'unreachable', seconds }
  if (isServerError(failure) && serverErrors < MAX_SERVER_ERRORS) return { kind: 'unreachable', seconds }
  return { kind: 'stopped', failure }
}
