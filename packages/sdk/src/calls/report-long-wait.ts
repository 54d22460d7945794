import type { Connection } from '../options/connection.ts'
import type { CallScope } from '../runtime/call-scope.ts'
import type { ApiRequest } from '../http/send-request.ts'
import { REPORTED_WAIT_MS } from '../constants.ts'

export interface ReportingCall {
  readonly api: Connection
  readonly scope: CallScope
  readonly request: Pick<ApiRequest, 'route'>
}

/**
 * Settles like `work`, or rejects if the call is aborted first. Logs a wait longer than a second and passes it to `onWait`,
 * whose errors abort the call.
 *
 * @param estimate returns the estimated duration of the whole wait in milliseconds
 */
export async function reportLongWait<T>(
  { api, scope, request }: ReportingCall,
  estimate: () => number,
  work: Promise<T>,
): Promise<T> {
  const { route } = request
  const report = async () => {
    const waitMs = estimate()
    api.log('warn', `${route}: waiting for ${waitMs.toFixed()} ms`)
    await api.options.hooks?.onWait?.({ route, waitMs })
  }
  const timer = setTimeout(() => void report().catch(scope.abort), REPORTED_WAIT_MS)
  return scope.orAborted(work).finally(() => clearTimeout(timer))
}
