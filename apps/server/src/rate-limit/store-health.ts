import type { Logger } from 'pino'
import { errorCode } from '../logging/error-code.ts'

const PROBE_INTERVAL_MS = 1_000

export interface StoreHealthOptions {
  /** Runs the command that counts a request, so that it fails when counting would. Rejects on failure or timeout. */
  probe: () => Promise<unknown>
  logger: Logger
  onChange: (isDegraded: boolean) => void
}

export type StoreHealth = ReturnType<typeof createStoreHealth>

/** Stops using the store after a failure, so requests do not wait, and probes it until it responds. */
export function createStoreHealth({ probe, logger, onChange }: StoreHealthOptions) {
  let isDegraded = false
  let isClosed = false
  let nextProbe: NodeJS.Timeout | undefined

  async function attempt<T>(call: () => Promise<T>): Promise<T | undefined> {
    if (isDegraded) return undefined
    try {
      return await call()
    } catch (error) {
      lose(error)
      return undefined
    }
  }

  function lose(error: unknown): void {
    // Logs only the first of several failures.
    if (isDegraded || isClosed) return
    isDegraded = true
    onChange(true)
    logger.warn(
      { reason: storeErrorCode(error) },
      'the shared store of rate limits is unavailable: this process counts for itself',
    )
    probeLater()
  }

  function probeLater(): void {
    if (isClosed) return
    nextProbe = setTimeout(() => void probe().then(recover, probeLater), PROBE_INTERVAL_MS).unref()
  }

  function recover(): void {
    if (isClosed) return
    isDegraded = false
    onChange(false)
    logger.info('the shared store of rate limits is back: limits are shared again')
  }

  return {
    attempt,
    isDegraded: () => isDegraded,

    /** Starts without the store if it is unavailable. */
    async start(): Promise<void> {
      const reached = await attempt(probe)
      if (reached !== undefined) logger.info('rate limits are shared with other instances')
    },

    close(): void {
      isClosed = true
      clearTimeout(nextProbe)
    },
  }
}

/** Its message is logged, so it must contain no keys and no URL. */
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
