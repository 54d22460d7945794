import type { Recorder, ServiceResponse } from './recorder.ts'

/** A series of requests whose responses must be the same from the running and the fake service. */
export interface Scenario {
  /** The expected outcome of each request, in order: the status, and the code or fields. */
  outcomes: readonly string[]
  run: (recorder: Recorder) => Promise<void>
}

/** Summarizes a response: its status, and its code or invalid fields. */
export function outcomeOf(response: object): string {
  const { status, body } = response as Pick<ServiceResponse, 'status' | 'body'>
  if (body?._status === undefined) return String(status)
  if (body._code !== undefined) return `${status} ${body._code}`
  const fields = Object.keys(body._error.message as object)
  return `${status} ${fields.length > 5 ? `${fields.length} fields` : String(fields)}`
}

export const LIST = '/partner-accounts'
/** The id of an account that does not exist. */
export const UNKNOWN_ID = '65f04c1e9b2d3a7f80c1e5a2'
/** The path of an account, with an identifier that is neither an id nor a tax ID. */
export const INVALID_ID_PATH = `${LIST}/12.345.678-9`
/** JSON values without fields. */
export const BODIES_WITHOUT_FIELDS = ['[]', '[{}]', '"text"', '1', 'null', 'true', '{}', '\ufeff{}']

export const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
