import { nextTurn } from '../runtime/event-loop.ts'
import type { ApiResponse } from './send-request.ts'

export interface ApiPromise<T> extends Promise<T> {
  /** Includes status, headers and request id. */
  withResponse(): Promise<ApiResponse<T>>
}

/** Rejects with whatever `call` throws. */
export function apiPromise<T>(call: () => Promise<ApiResponse<T>>): ApiPromise<T> {
  const response = nextTurn().then(call)
  const data = response.then((received) => received.data)
  const withResponse = () => {
    // Callers of `withResponse` handle its rejection, not that of `data`.
    data.catch(() => {})
    return response
  }
  return Object.assign(data, { withResponse })
}
