/**
 * The times at which requests of one key were allowed, oldest first. They are exact, so that no span of a window's length
 * ever holds more than the limit, and no request is rejected too early.
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

  /** Removes the times up to and including `moment`. */
  expire(moment: number): void {
    while (this.#expired < this.#moments.length && this.#moments[this.#expired]! <= moment) this.#expired++
    // Cut off together from time to time: removing them one by one would be quadratic.
    if (this.#expired * 2 > this.#moments.length) {
      this.#moments = this.#moments.slice(this.#expired)
      this.#expired = 0
    }
  }

  /** Returns the time of the n-th request still in the window, counted from 0. */
  at(index: number): number | undefined {
    return this.#moments[this.#expired + index]
  }

  /** Adds a time, in order: it is rarely earlier than the last one. */
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
