import { type CallOutcome, RequestError } from '@partner-accounts/api'
import { DomainError } from '@partner-accounts/core'
import pLimit from 'p-limit'
import type { WorkBudget } from '../http/api-context.ts'

/** Maximum number of concurrent calls of a batch, so that it leaves database connections to others. */
const CONCURRENT_CALLS = 4
/** Maximum total length of a batch's responses, in characters. Further calls fail. Fits 50 pages of 100 typical accounts. */
const MAX_RESPONSE_LENGTH = 4 * 1024 * 1024

/** Limits how many calls of a batch run concurrently, and the total length of their responses. */
export class Batch {
  readonly #work: WorkBudget
  readonly #limit = pLimit(CONCURRENT_CALLS)
  #length = 0

  constructor(work: WorkBudget) {
    this.#work = work
  }

  run<T extends CallOutcome>(call: () => Promise<T>): Promise<T> {
    return this.#work.spend(this.#limit(() => this.#runNow(call)))
  }

  async #runNow<T extends CallOutcome>(call: () => Promise<T>): Promise<T> {
    if (this.#work.isOver) throw new DomainError('storage-unavailable')
    if (this.#length > MAX_RESPONSE_LENGTH) throw new RequestError('batch-response-too-large')
    const outcome = await call()
    if ('data' in outcome) this.#length += JSON.stringify(outcome.data ?? null).length
    return outcome
  }
}
