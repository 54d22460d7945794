/** Slots that become free within the same part of the window are counted together, so that a million cost little. */
const PARTS = 600

/** This client's completed requests in the service's sliding window. */
export class Window {
  /** By when their slots become free. */
  readonly #counts = new Map<number, number>()
  #total = 0

  add(freeAt: number, windowMs: number): void {
    const partMs = windowMs / PARTS
    const time = Math.ceil(freeAt / partMs) * partMs
    this.#counts.set(time, (this.#counts.get(time) ?? 0) + 1)
    this.#total += 1
  }

  /** Returns how many slots are in use. Forgets those that are free. */
  count(now: number): number {
    for (const [freeAt, count] of this.#counts) {
      if (freeAt > now) continue
      this.#counts.delete(freeAt)
      this.#total -= count
    }
    return this.#total
  }

  /** When the next slot becomes free. `undefined` if none is in use. */
  get nextFreeAt(): number | undefined {
    return this.#total > 0 ? Math.min(...this.#counts.keys()) : undefined
  }
}
