import type { Failure } from '../service/failure.ts'
import type { BatchRow, RowState } from './batch.ts'

/** What a run is at. */
export type RunState =
  | { kind: 'creating' }
  /** The partner's limit is used up, or would be by one more. */
  | { kind: 'pacing'; seconds: number }
  /** Nobody answered: it is tried again after so many seconds. */
  | { kind: 'unreachable'; seconds: number }
  | { kind: 'paused' }
  | { kind: 'finished' }
  /** It makes no sense to go on; what was not sent waits. */
  | { kind: 'stopped'; failure: Failure }

export interface RunOptions {
  create: (row: BatchRow) => Promise<Extract<RowState, { kind: 'created' }>>
  failureOf: (error: unknown) => Failure
  /** What the latest answer told of the rate limit. */
  rateUse: () => { remaining: number; resetSeconds: number } | undefined
  /** Says in words why a row was refused. */
  describe: (failure: Failure) => string
  keep: (row: BatchRow) => Promise<void>
  onState: (state: RunState) => void
  /** Ends early when the signal says so. */
  wait: (seconds: number, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
}

/** Places of the limit that are left for whoever else works for the partner meanwhile. */
const LEFT_TO_OTHERS = 2
const LONGEST_WAIT_SECONDS = 30
const MOST_SERVER_FAULTS = 5

/** Creates what waits, row after row, as fast as the limit allows. A row is kept as soon as its answer is there. */
export async function runBatch(rows: readonly BatchRow[], options: RunOptions): Promise<void> {
  const { signal, onState } = options
  for (const row of rows.filter(({ state }) => state.kind === 'waiting')) {
    const end = await createRow(row, options)
    if (end) return onState(end)
  }
  onState(signal.aborted ? { kind: 'paused' } : { kind: 'finished' })
}

/** @returns how the run ends, if it does with this row */
async function createRow(row: BatchRow, options: RunOptions): Promise<RunState | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    await keepPace(options)
    if (options.signal.aborted) return { kind: 'paused' }
    options.onState({ kind: 'creating' })
    try {
      await options.keep({ ...row, state: await options.create(row) })
      return undefined
    } catch (error) {
      const failure = options.failureOf(error)
      const answer = answerTo(failure, attempt)
      if (answer.kind === 'stopped') return answer
      if (answer.kind === 'refused') {
        await options.keep({ ...row, state: { kind: 'refused', reason: options.describe(failure) } })
        return undefined
      }
      options.onState(answer)
      await options.wait(answer.seconds, options.signal)
    }
  }
}

async function keepPace({ rateUse, onState, wait, signal }: RunOptions): Promise<void> {
  const use = rateUse()
  if (!use || use.remaining > LEFT_TO_OTHERS) return
  onState({ kind: 'pacing', seconds: use.resetSeconds })
  await wait(use.resetSeconds, signal)
}

type Answer = Extract<RunState, { kind: 'pacing' | 'unreachable' | 'stopped' }> | { kind: 'refused' }

/** Each row has a key of its own, so that it may be sent again whatever became of it. */
function answerTo(failure: Failure, attempt: number): Answer {
  const { status, retryAfterSeconds } = failure
  if (status === 422) return { kind: 'refused' }
  if (status === 429 || status === 409) return { kind: 'pacing', seconds: retryAfterSeconds ?? 1 }
  const seconds = retryAfterSeconds ?? Math.min(LONGEST_WAIT_SECONDS, 2 ** attempt)
  if (status === 0) return { kind: 'unreachable', seconds }
  if (status >= 500 && attempt < MOST_SERVER_FAULTS) return { kind: 'unreachable', seconds }
  return { kind: 'stopped', failure }
}
