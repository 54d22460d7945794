import type { CallStarts } from '../runtime/call-starts.ts'
import type { ApiResponse } from '../http/send-request.ts'

export interface ApiPromise<T> extends Promise<T> {
  /** Includes status, headers and request id. */
  withResponse(): Promise<ApiResponse<T>>
}

/** Rejects with whatever `call` throws. */
export function apiPromise<T>(starts: CallStarts | undefined, call: () => Promise<ApiResponse<T>>): ApiPromise<T> {
  const start = async () => {
    const turn = starts?.next()
    // Skips `await` without a turn. Even `await undefined` would let the caller change the arguments first.
    if (turn) await turn
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
