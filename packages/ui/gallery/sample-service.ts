import type { ApiError, RouterOutputs } from '@partner-accounts/client'

type ErrorData = NonNullable<ApiError['data']>

/** A response that never arrives. */
export const PENDING = Symbol('pending')
/** A connection error instead of a response. */
export const UNREACHABLE = Symbol('unreachable')

/** An error response. */
export class Rejection {
  readonly data: Partial<ErrorData> & Pick<ErrorData, 'httpStatus'>

  constructor(data: Partial<ErrorData> & Pick<ErrorData, 'httpStatus'>) {
    this.data = data
  }
}

type Outcome<Output> = Output | Rejection | typeof PENDING | typeof UNREACHABLE
type Outcomes<Outputs> = { [Name in keyof Outputs]?: Outcome<Outputs[Name]> }
type Resources<Outputs> = { [Name in keyof Outputs]?: Outcomes<Outputs[Name]> }

/** Responses by procedure, as in the router. */
export type Responses = Resources<Omit<RouterOutputs, 'internal'>> & { internal?: Resources<RouterOutputs['internal']> }

const NOT_PREPARED = new Rejection({ httpStatus: 404, uiMessage: 'The gallery has no response for this request.' })

/** Replaces `fetch`, so that requests of this page to the native router get these responses. */
export function respondWith(responses: Responses): void {
  const send = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    const procedure = pathname.split('/trpc/')[1]
    return procedure === undefined ? send(input, init) : respond(findOutcome(responses, procedure))
  }
}

/** @param procedure dotted name, such as `internal.accounts.list` */
function findOutcome(responses: Responses, procedure: string): unknown {
  let found: unknown = responses
  for (const name of procedure.split('.')) found = (found as Record<string, unknown> | undefined)?.[name]
  return found ?? NOT_PREPARED
}

function respond(outcome: unknown): Promise<Response> {
  if (outcome === PENDING) return new Promise(() => {})
  if (outcome === UNREACHABLE) return Promise.reject(new TypeError('Failed to fetch'))
  if (outcome instanceof Rejection) {
    const { data } = outcome
    // tRPC requires a code, which the apps do not read.
    const error = { message: data.uiMessage ?? '', code: -32_603, data }
    return Promise.resolve(Response.json({ error }, { status: data.httpStatus }))
  }
  return Promise.resolve(Response.json({ result: { data: outcome } }))
}
