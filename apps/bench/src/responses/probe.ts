import type { PlainRequest } from '../operations.ts'

export interface ApiResponse {
  status: number
  headers: Headers
  body: unknown
}

export async function send(baseUrl: string, { path, ...request }: PlainRequest): Promise<ApiResponse> {
  const response = await fetch(`${baseUrl}${path}`, request)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** A request, and what its response must be. */
export interface Probe {
  about: string
  request: PlainRequest
  /** Returns the part of the response that is compared with `expected`. */
  observe: (response: ApiResponse) => unknown
  expected: unknown
}
