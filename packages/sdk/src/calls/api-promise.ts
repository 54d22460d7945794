import type { CallStarts } from '../runtime/call-starts.ts'
import type { ApiResponse } from '../http/send-request.ts'

export interface ApiPromise<T> extends Promise<T> {
  /** Includes status, headers and request id. */
  withResponse(): Promise<ApiResponse<T>>
}

/**
 * Rejects with whatever `prepare` and its function throw.
 *
 * @param prepare reads the arguments, which the caller may change later. Returns the function that makes the call
 */
export function apiPromise<T>(
  starts: CallStarts | undefined,
  prepare: () => () => Promise<ApiResponse<T>>,
): ApiPromise<T> {
  const start = async () => {
    const call = prepare()
    await starts?.next()
    return call()
  }
  const response = start()
  const data = response.then((received) => received.data)
  const withResponse = () => {
    // Callers of `withResponse` handle its rejection, not that of `data`.
    data.catch(() => {})
    return response
  }
  return Object.assign(data, { withResponse })
}
