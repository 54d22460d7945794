import type { PlainRequest } from '../operations.ts'

/** What a contender has answered. */
export interface Answer {
  status: number
  headers: Headers
  /** Parsed. */
  body: unknown
}

export async function ask(baseUrl: string, { path, ...request }: PlainRequest): Promise<Answer> {
  const response = await fetch(`${baseUrl}${path}`, request)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** A request, and what every contender has to answer. */
export interface Probe {
  about: string
  request: PlainRequest
  /** What is looked at of the answer, and what it has to be. */
  seen: (answer: Answer) => unknown
  due: unknown
}
