import type { ApiResponse } from './send-request.ts'

/** A promise of a response's content. */
export interface ApiPromise<T> extends Promise<T> {
  /** Returns the content together with the response's status, headers and request id. */
  withResponse(): Promise<ApiResponse<T>>
}

/** Starts a call. What `call` throws, the promise rejects with. */
export function apiPromise<T>(call: () => Promise<ApiResponse<T>>): ApiPromise<T> {
  const response = Promise.resolve().then(call)
  const data = response.then((received) => received.data)
  const withResponse = () => {
    // Callers of `withResponse` handle the failure of its promise: that of `data` is not unhandled.
    data.catch(() => {})
    return response
  }
  return Object.assign(data, { withResponse })
}
