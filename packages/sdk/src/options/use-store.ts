import { withTimeout } from '../runtime/call-scope.ts'
import type { Log } from '../runtime/log.ts'
import { messageOf } from './checks.ts'
import { STORE_TIMEOUT_MS } from '../constants.ts'

/**
 * Limits the partner's token storage or rate limit store to 2 seconds. A failure is logged and fails no call.
 *
 * @returns `undefined` after a failure
 */
export async function useStore<T>(what: string, log: Log, use: () => T): Promise<Awaited<T> | undefined> {
  try {
    return await withTimeout(STORE_TIMEOUT_MS, use)
  } catch (error) {
    log('warn', `the ${what} failed: ${messageOf(error)}`)
    return undefined
  }
}
