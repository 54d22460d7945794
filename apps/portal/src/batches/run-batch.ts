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
  /** Of the latest response. */
  rateUse: () => RateUse | undefined
  describe: (failure: Failure) => string
  keep: (row: BatchRow) => Promise<void>
  onState: (state: RunState) => void
  /** Resolves early when the signal aborts. */
  wait: (seconds: number, signal: AbortSignal) => Promise<void>
  now: () => number
  signal: AbortSignal
}

/** Leaves the rest to the user's other pages. */
const SHARE_OF_LIMIT = 0.75
/** For responses without `RateLimit-Policy`. */
const DEFAULT_LIMIT = { limit: LIMITS.rate.requests, windowSeconds: LIMITS.rate.windowSeconds }
/** Left unused when other pages use most of the limit. */
const MIN_REMAINING = 2
const MAX_RETRY_DELAY_SECONDS = 30
const MAX_SERVER_ERRORS = 5

export function paceOf(use: Pick<RateUse, 'limit' | 'windowSeconds'> | undefined): number {
  const { limit, windowSeconds } = use ?? DEFAULT_LIMIT
  return windowSeconds / (limit * SHARE_OF_LIMIT)
}

/** Creates the waiting rows sequentially, evenly over the share of the rate limit. */
export async function runBatch(rows: readonly BatchRow[], options: RunOptions): Promise<void> {
  const pacer = createPacer(options)
  for (const row of rows.filter(({ state }) => state.kind === 'waiting')) {
    const end = await createRow(row, options, pacer)
    if (end) return options.onState(end)
  }
  options.onState(options.signal.aborted ? { kind: 'paused' } : { kind: 'finished' })
}

/** @returns the final state if the run ends here */
async function createRow(
  row: BatchRow,
  options: RunOptions,
  pacer: () => Promise<void>,
): Promise<RunState | undefined> {
  let sent = row
  for (let attempt = 1; ; attempt += 1) {
    await pacer()
    if (options.signal.aborted) return { kind: 'paused' }
    options.onState({ kind: 'creating' })
    try {
      sent = await noteSending(sent, options)
      await options.keep({ ...sent, state: await options.create(sent) })
      return undefined
    } catch (error) {
      const failure = options.failureOf(error)
      const reaction = reactionTo(failure, attempt)
      if (reaction.kind === 'stopped') return reaction
      if (reaction.kind === 'rejected') {
        await options.keep({ ...sent, state: { kind: 'rejected', reason: options.describe(failure) } })
        return undefined
      }
      options.onState(reaction)
      await options.wait(reaction.seconds, options.signal)
    }
  }
}

/** The response can be replayed for a day. */
async function noteSending(row: BatchRow, { keep, now }: RunOptions): Promise<BatchRow> {
  if (row.state.kind !== 'waiting' || row.state.firstSentAt !== undefined) return row
  const noted: BatchRow = { ...row, state: { kind: 'waiting', firstSentAt: new Date(now()).toISOString() } }
  await keep(noted)
  return noted
}

function createPacer({ rateUse, onState, wait, now, signal }: RunOptions): () => Promise<void> {
  let due = -Infinity
  return async () => {
    const use = rateUse()
    if (use && use.remaining <= Math.min(MIN_REMAINING, use.limit - 1)) {
      onState({ kind: 'limited', seconds: use.resetSeconds })
      await wait(use.resetSeconds, signal)
    }
    const early = due - now()
    if (early > 0) await wait(early / 1000, signal)
    due = now() + paceOf(use) * 1000
  }
}

type Reaction = Extract<RunState, { kind: 'limited' | 'unreachable' | 'stopped' }> | { kind: 'rejected' }

/** Idempotency keys make every retry safe. */
function reactionTo({ status, retryAfterSeconds, ...failure }: Failure, attempt: number): Reaction {
  if (status === 422) return { kind: 'rejected' }
  if (status === 429 || status === 409) return { kind: 'limited', seconds: retryAfterSeconds ?? 1 }
  const seconds = retryAfterSeconds ?? Math.min(MAX_RETRY_DELAY_SECONDS, 2 ** attempt)
  if (status === 0) return { kind: 'unreachable', seconds }
  // The service is starting or overloaded: it returns.
  if ([502, 503, 504].includes(status)) return { kind: 'unreachable', seconds }
  if (status >= 500 && attempt < MAX_SERVER_ERRORS) return { kind: 'unreachable', seconds }
  return { kind: 'stopped', failure: { status, retryAfterSeconds, ...failure } }
}
