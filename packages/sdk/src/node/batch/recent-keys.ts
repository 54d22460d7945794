/** Remembers the rows of the latest `max` keys only, so that an endless source of rows uses limited memory. */
export class RecentKeys {
  readonly #rows = new Map<string, number>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  rowOf(key: string): number | undefined {
    return this.#rows.get(key)
  }

  add(key: string, row: number): void {
    this.#rows.set(key, row)
    if (this.#rows.size <= this.#max) return
    const [oldest] = this.#rows.keys()
    if (oldest !== undefined) this.#rows.delete(oldest)
  }
}
