import { withTimeout } from '../runtime/call-scope.ts'
import type { Log } from '../runtime/log.ts'
import { messageOf } from './checks.ts'
import { STORE_TIMEOUT_MS } from '../constants.ts'

/**
 * Calls the partner's token storage or rate limit store, with a timeout of 2 seconds. Logs a failure and returns
 * `undefined`, so that it fails no call.
 *
 * @param what the name of the store, for the log line
 */
export async function useStore<T>(what: string, log: Log, use: () => T): Promise<Awaited<T> | undefined> {
  try {
    return await withTimeout(STORE_TIMEOUT_MS, use)
  } catch (error) {
    log('warn', `the ${what} failed: ${messageOf(error)}`)
    return undefined
  }
}
