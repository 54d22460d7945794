import { readRetryAfterMs } from './retry-after.ts'

/**
 * How much of the service's sliding window is left: this client's own requests, counted here, and those that others
 * make for the same partner, told by the answers (draft-ietf-httpapi-ratelimit-headers).
 *
 * A request is counted from its answer on. The service counted it earlier, so its place is never taken to be free
 * before it is.
 */
export class RateLimitEstimate {
  readonly #now: () => number
  /** Undefined until an answer tells; `Infinity` when one came that did not. */
  #requests: number | undefined
  #windowMs = 60_000
  /** How many requests have no answer yet. */
  #underWay = 0
  /** Whether the request that was started last has met no other. */
  #isAlone = true
  /** When the places of answered requests come free, in order. */
  readonly #freeAt: number[] = []
  #others = { count: 0, nextFreeAt: 0, allFreeAt: 0 }
  #refusedUntil = 0

  /** @param now a clock that is never set back, in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Milliseconds until a request may go out, 0 or less for now; `Infinity`: not before one that is under way has its answer. As long as
   * no answer has told what is left, requests go one by one.
   */
  waitMs(): number {
    const now = this.#now()
    if (now < this.#refusedUntil) return this.#refusedUntil - now
    if (this.#requests === undefined) return this.#underWay > 0 ? Infinity : 0
    this.#letExpire(now)
    const own = this.#underWay + this.#freeAt.length
    if (own + this.#others.count < this.#requests) return 0
    // With nothing of its own in the window it tries the place that the others leave first.
    const freeAt = own > 0 ? (this.#freeAt[0] ?? Infinity) : this.#others.nextFreeAt
    return freeAt - now
  }

  /** A request goes out. */
  start(): void {
    this.#isAlone = this.#underWay === 0
    this.#underWay += 1
  }

  /** One has its answer, or will get none; `null`: it never went out. */
  end(answer?: Response | null): void {
    this.#underWay -= 1
    if (answer === null) return
    const now = this.#now()
    const [requests, seconds] = numbers(/;q=(\d+);w=(\d+)/, answer?.headers.get('ratelimit-policy'))
    const [remaining, nextFreeIn] = numbers(/;r=(\d+);t=(\d+)/, answer?.headers.get('ratelimit'))
    if (requests) this.#requests = requests
    else if (answer) this.#requests ??= Infinity
    if (seconds) this.#windowMs = seconds * 1_000

    // Refused requests are not counted. A wait longer than the window is not about this limit.
    if (answer?.status !== 429) this.#freeAt.push(now + this.#windowMs)
    else this.#refusedUntil = now + Math.min(readRetryAfterMs(answer.headers) ?? 0, this.#windowMs)
    if (!requests || remaining === undefined) return

    this.#letExpire(now)
    const count = Math.max(0, requests - remaining - this.#freeAt.length - this.#underWay)
    // Which of several at once the answer counts is not known: it may add to the others, and takes nothing off.
    if (count > this.#others.count || this.#isAlone) {
      this.#others = { count, nextFreeAt: now + nextFreeIn! * 1_000, allFreeAt: now + this.#windowMs }
    }
  }

  #letExpire(now: number): void {
    while (this.#freeAt[0]! <= now) this.#freeAt.shift()
    if (this.#others.allFreeAt <= now) this.#others.count = 0
  }
}

const numbers = (form: RegExp, text: string | null | undefined): number[] =>
  (form.exec(text ?? '') ?? []).slice(1).map(Number)
