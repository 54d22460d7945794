/**
 * The moments at which requests of one key were let through, oldest first. Kept exactly, so that no span of a
 * window's length ever holds more than the limit, and a request that is due is never refused.
 */
export class SlidingWindowLog {
  #moments: number[] = []
  #expired = 0

  /** How many times it holds in memory, those included that have left the window and were not cut off yet. */
  get length(): number {
    return this.#moments.length
  }

  get size(): number {
    return this.#moments.length - this.#expired
  }

  /** Forgets what happened at or before the moment. */
  expire(moment: number): void {
    while (this.#expired < this.#moments.length && this.#moments[this.#expired]! <= moment) this.#expired++
    // Cut off in one go now and then: shifting each would make it quadratic.
    if (this.#expired * 2 > this.#moments.length) {
      this.#moments = this.#moments.slice(this.#expired)
      this.#expired = 0
    }
  }

  /** The moment of the n-th request still in the window, counted from 0. */
  at(index: number): number | undefined {
    return this.#moments[this.#expired + index]
  }

  /** A moment is rarely earlier than those that are there: then it goes to its place among them. */
  add(moment: number, count: number): void {
    let place = this.#moments.length
    while (place > this.#expired && this.#moments[place - 1]! > moment) place--
    if (place === this.#moments.length) for (let added = 0; added < count; added++) this.#moments.push(moment)
    else this.#moments.splice(place, 0, ...Array<number>(count).fill(moment))
  }

  removeLatest(count: number): void {
    this.#moments.length = Math.max(this.#expired, this.#moments.length - count)
  }
}
