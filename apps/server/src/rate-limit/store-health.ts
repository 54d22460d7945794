import type { Logger } from 'pino'
import { errorCode } from '../logging/error-code.ts'

const PROBE_INTERVAL_MS = 1_000

export interface StoreHealthOptions {
  /** Must count as a request does. Rejects when counting fails or times out. */
  probe: () => Promise<unknown>
  logger: Logger
  onChange: (degraded: boolean) => void
}

/** Stops using the store after its first failure, so later requests do not wait, and probes it until it responds. */
export class StoreHealth {
  readonly #options: StoreHealthOptions
  #degraded = false
  #nextProbe: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: StoreHealthOptions) {
    this.#options = options
  }

  get isDegraded(): boolean {
    return this.#degraded
  }

  /** An unavailable store does not prevent the start. */
  async start(): Promise<void> {
    const reached = await this.attempt(this.#options.probe)
    if (reached !== undefined) this.#options.logger.info('rate limits are shared with other instances')
  }

  async attempt<T>(call: () => Promise<T>): Promise<T | undefined> {
    if (this.#degraded) return undefined
    try {
      return await call()
    } catch (error) {
      this.#lose(error)
      return undefined
    }
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#nextProbe)
  }

  #lose(error: unknown): void {
    // Only the first of several failures is logged.
    if (this.#degraded || this.#closed) return
    this.#degraded = true
    this.#options.onChange(true)
    this.#options.logger.warn(
      { reason: storeErrorCode(error) },
      'the shared store of rate limits is unavailable: this process counts for itself',
    )
    this.#probeLater()
  }

  #probeLater(): void {
    if (this.#closed) return
    this.#nextProbe = setTimeout(() => void this.#probe(), PROBE_INTERVAL_MS).unref()
  }

  async #probe(): Promise<void> {
    try {
      await this.#options.probe()
    } catch {
      this.#probeLater()
      return
    }
    if (this.#closed) return
    this.#degraded = false
    this.#options.onChange(false)
    this.#options.logger.info('the shared store of rate limits is back: limits are shared again')
  }
}

/** Its message contains no data, and is logged. */
export class StoreSettingError extends Error {}

/** Redis's errors begin with a code, such as WRONGPASS or OOM; Upstash's also with Unauthorized. */
const ERROR_CODE = /^(?:[A-Z]{3,20}|Unauthorized)\b/

/** Messages may contain commands with their keys, or the URL with its password. */
function storeErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof StoreSettingError) return error.message
  if (error.cause instanceof Error) return storeErrorCode(error.cause)
  return ERROR_CODE.exec(error.message)?.[0] ?? errorCode(error)
}
