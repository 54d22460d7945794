import { CALLS_PER_TURN, nextTurn } from './event-loop.ts'

/**
 * Delays calls to later turns of the event loop if one loop of the caller starts many. Each such loop has its own turns. If
 * they never come, as with fake timers, no call after the loop waits for them.
 */
export class CallStarts {
  #count = 0
  #turn: Promise<void> | undefined

  /** Returns a promise for the turn in which the next call starts, or `undefined` if it starts now. */
  next(): Promise<void> | undefined {
    // The loop ends when the caller's code returns or awaits.
    if (this.#count === 0) void Promise.resolve().then(this.#forgetLoop)
    else if (this.#count % CALLS_PER_TURN === 0) this.#turn = this.#turn?.then(nextTurn) ?? nextTurn()
    this.#count += 1
    return this.#turn
  }

  readonly #forgetLoop = (): void => {
    this.#count = 0
    this.#turn = undefined
  }
}
