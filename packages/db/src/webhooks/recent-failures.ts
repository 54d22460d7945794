/** Maximum number of failing endpoints to remember. Beyond it, the oldest failures are forgotten. */
const MAX_ENDPOINTS = 2_000

/** The endpoints whose latest attempt failed, as far as this instance knows. */
export class RecentFailures {
  readonly #ids = new Set<string>()

  add(id: string): void {
    this.#ids.delete(id)
    this.#ids.add(id)
    const [oldest] = this.#ids
    if (this.#ids.size > MAX_ENDPOINTS) this.#ids.delete(oldest!)
  }

  delete(id: string): void {
    this.#ids.delete(id)
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#ids.values()
  }
}
