/** Slots that become free within the same part of the window are counted together, so that a million cost little. */
const PARTS = 600

/** This client's completed requests in the service's sliding window. */
export class Window {
  /** Numbers of slots, by the time at which they become free. */
  readonly #counts = new Map<number, number>()

  add(freeAt: number, windowMs: number): void {
    const partMs = windowMs / PARTS
    const time = Math.ceil(freeAt / partMs) * partMs
    this.#counts.set(time, (this.#counts.get(time) ?? 0) + 1)
  }

  /** Returns how many slots are in use. Forgets those that are free. */
  count(now: number): number {
    let used = 0
    for (const [freeAt, count] of this.#counts) {
      if (freeAt > now) used += count
      else this.#counts.delete(freeAt)
    }
    return used
  }

  /** When the next slot becomes free. `undefined` if none is in use. */
  get nextFreeAt(): number | undefined {
    return this.#counts.size > 0 ? Math.min(...this.#counts.keys()) : undefined
  }
}
