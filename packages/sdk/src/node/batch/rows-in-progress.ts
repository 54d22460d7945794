import type { CreateManyResult } from './create-many-options.ts'
import type { CreateRow } from './create-row.ts'

/** Reads rows of a source one after another, and works on several of them at a time. */
export class RowsInProgress<Row> {
  readonly #source: Iterator<Row> | AsyncIterator<Row>
  readonly #create: CreateRow<Row>
  readonly #concurrency: number
  readonly #inProgress = new Set<Promise<void>>()
  /** Results that `results` has not returned yet. */
  readonly #results: CreateManyResult<Row>[] = []
  /** Number of started rows. */
  #count = 0
  /** Whether further rows are started. */
  #isOpen = true
  #isReading = false
  #failure: { error: unknown } | undefined
  #wake = () => {}

  constructor(source: Iterable<Row> | AsyncIterable<Row>, create: CreateRow<Row>, concurrency: number) {
    this.#source = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
    this.#create = create
    this.#concurrency = concurrency
  }

  /** Iterates over results as soon as they are known. Throws the first failure after the results of rows in progress. */
  async *results(): AsyncGenerator<CreateManyResult<Row>, void, undefined> {
    for (;;) {
      const canStart = this.#isOpen && this.#inProgress.size < this.#concurrency
      if (canStart && !this.#isReading) void this.#startNext()
      const result = this.#results.shift()
      if (result) yield result
      else if (this.#isOpen || this.#inProgress.size > 0) await this.#untilWoken()
      else break
    }
    if (this.#failure) throw this.#failure.error
  }

  /** Makes `results` start no further rows, and throw the error of the first call. */
  readonly fail = (error: unknown): void => {
    this.#failure ??= { error }
    this.#isOpen = false
    this.#wake()
  }

  /** Waits for rows in progress, and closes the source. */
  async close(): Promise<void> {
    this.#isOpen = false
    await Promise.all(this.#inProgress)
    const closing = Promise.resolve(this.#source.return?.())
    // A generator that is still waiting for its next row closes only after that row.
    if (this.#isReading) closing.catch(() => {})
    else await closing
  }

  async #startNext(): Promise<void> {
    this.#isReading = true
    try {
      const next = await this.#source.next()
      if (next.done) this.#isOpen = false
      else if (this.#isOpen) this.#start(next.value)
    } catch (error) {
      this.fail(error)
    }
    this.#isReading = false
    this.#wake()
  }

  #start(row: Row): void {
    const work = this.#create(row, this.#count)
      .then((result) => void this.#results.push(result), this.fail)
      .finally(() => {
        this.#inProgress.delete(work)
        this.#wake()
      })
    this.#count += 1
    this.#inProgress.add(work)
  }

  #untilWoken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}
