/** Exact times of a key's allowed requests, oldest first. */
export class SlidingWindowLog {
  #times: number[] = []
  #expired = 0

  /** Includes expired times that are not removed yet. */
  get length(): number {
    return this.#times.length
  }

  get size(): number {
    return this.#times.length - this.#expired
  }

  /** Also removes `time` itself. */
  expire(time: number): void {
    while (this.#expired < this.#times.length && this.#times[this.#expired]! <= time) this.#expired++
    // In batches: one by one would take quadratic time.
    if (this.#expired * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#expired)
      this.#expired = 0
    }
  }

  at(index: number): number | undefined {
    return this.#times[this.#expired + index]
  }

  /** Inserts `count` copies of a timestamp in sorted position, usually at the end. */
  add(time: number, count: number): void {
    let place = this.#times.length
    while (place > this.#expired && this.#times[place - 1]! > time) place--
    if (place === this.#times.length) for (let added = 0; added < count; added++) this.#times.push(time)
    else this.#times.splice(place, 0, ...Array<number>(count).fill(time))
  }

  removeLatest(count: number): void {
    this.#times.length = Math.max(this.#expired, this.#times.length - count)
  }
}
