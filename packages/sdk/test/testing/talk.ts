import type { Answer, Conversation } from './conversation.ts'

/** A talk that is to go the same way with the running service and with the test kit. */
export interface Talk {
  /** The expected outcome of each request, in order: the status, and the code or fields. */
  outcomes: readonly string[]
  run: (talk: Conversation) => Promise<void>
}

/** Summarizes a response: its status, and its code or invalid fields. */
export function outcomeOf(answer: object): string {
  const { status, body } = answer as Pick<Answer, 'status' | 'body'>
  if (body?._status === undefined) return String(status)
  if (body._code !== undefined) return `${status} ${body._code}`
  const fields = Object.keys(body._error.message as object)
  return `${status} ${fields.length > 5 ? `${fields.length} fields` : String(fields)}`
}

export const LIST = '/partner-accounts'
/** The id of an account that does not exist. */
export const UNKNOWN = '65f04c1e9b2d3a7f80c1e5a2'
export const BAD_IDENTIFIER = `${LIST}/12.345.678-9`
/** JSON without any field. */
export const NO_OBJECTS = ['[]', '[{}]', '"text"', '1', 'null', 'true', '{}', '\ufeff{}']

export const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
