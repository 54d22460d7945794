import type { ApiResponse } from './exchange.ts'

/** A promise of an answer's content, or, asked for, of the answer with its status, headers and request id. */
export interface ApiPromise<T> extends Promise<T> {
  withResponse(): Promise<ApiResponse<T>>
}

export function apiPromise<T>(answer: Promise<ApiResponse<T>>): ApiPromise<T> {
  const data = answer.then((response) => response.data)
  const withResponse = () => {
    // Whoever asks for the answer handles its failure there.
    data.catch(() => {})
    return answer
  }
  return Object.assign(data, { withResponse })
}
