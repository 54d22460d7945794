import type { Logger } from 'pino'
import { errorCode } from '../logging/error-code.ts'

const PROBE_INTERVAL_MS = 1_000

export interface StoreHealthOptions {
  /** Must count as a request does. Rejects on failure or timeout. */
  probe: () => Promise<unknown>
  logger: Logger
  onChange: (degraded: boolean) => void
}

/** Stops using the store after a failure, so requests do not wait, and probes it until it responds. */
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

  /** Starts without the store if it is unavailable. */
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
    // Logs only the first of several failures.
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

/** Its message is logged, so it contains no data. */
export class StoreSettingError extends Error {}

/** Redis's errors begin with a code, such as WRONGPASS or OOM; Upstash's also with Unauthorized. */
const ERROR_CODE = /^(?:[A-Z]{3,20}|Unauthorized)\b/

/** Messages may contain keys or the URL's password. */
function storeErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof StoreSettingError) return error.message
  if (error.cause instanceof Error) return storeErrorCode(error.cause)
  return ERROR_CODE.exec(error.message)?.[0] ?? errorCode(error)
}
