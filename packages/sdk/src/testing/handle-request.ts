import type { Failure } from './failures.ts'
import { describeRequest } from './received-requests.ts'
import { respond } from './respond.ts'
import { findRoute } from './routes.ts'
import type { ServiceState } from './service-state.ts'

/** A response, or how the connection fails. */
export type Outcome = Response | 'refused' | 'broken'

/** Returns the path below the base URL, with its query. `undefined` for URLs outside the base URL. */
export function pathBelow(baseUrl: string, url: string): string | undefined {
  const { origin, pathname, search } = new URL(url)
  const address = origin + pathname
  const isBelow = address === baseUrl || address.startsWith(`${baseUrl}/`)
  return isBelow ? address.slice(baseUrl.length) + search : undefined
}

export async function handleRequest(state: ServiceState, request: Request, path: string): Promise<Outcome> {
  const route = findRoute(request.method, path.replace(/\?.*$/, ''))
  const body = await request.arrayBuffer()
  const received = describeRequest(request, path, route.operation, body)
  state.received.push(received)
  const failure = state.failures.take(route.operation)

  const outcome = (failure && failBefore(failure)) ?? (await respond(state, request, body, route, failure))
  if (!(outcome instanceof Response)) return outcome
  if (failure?.kind === 'lost-response') return 'broken'
  received.status = outcome.status
  return outcome
}

/** Returns the outcome of a failure that keeps the request from the service. `undefined` for other failures. */
function failBefore(failure: Failure): Outcome | undefined {
  if (failure.kind === 'connection-refused') return 'refused'
  if (failure.kind === 'connection-broken') return 'broken'
  if (failure.kind !== 'proxy') return undefined
  const { status = 502, html = `<html><body><h1>${status}</h1></body></html>` } = failure
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

const SYSTEM_ERRORS = {
  refused: { code: 'ECONNREFUSED', errno: -111, message: 'connect ECONNREFUSED' },
  broken: { code: 'ECONNRESET', errno: -104, message: 'read ECONNRESET' },
}

/** Returns the error that Node's `fetch` throws. */
export function connectionFailure(outcome: 'refused' | 'broken'): TypeError {
  const { code, errno, message } = SYSTEM_ERRORS[outcome]
  const cause = Object.assign(new Error(message), { code, errno })
  return Object.assign(new TypeError('fetch failed', { cause }), { code, errno })
}

/** `http` of msw. Its own type would require msw, an optional dependency, to be installed. */
export interface MswHttp<Handler> {
  all: (predicate: (info: { request: Request }) => boolean, resolver: Resolver) => Handler
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Resolver = (info: { request: Request }) => Promise<any>

export function createHandler<Handler>(
  http: MswHttp<Handler>,
  pathOf: (url: string) => string | undefined,
  handle: (request: Request, path: string) => Promise<Outcome>,
): Handler {
  return http.all(
    ({ request }) => pathOf(request.url) !== undefined,
    async ({ request }) => {
      const outcome = await handle(request, pathOf(request.url)!)
      if (outcome instanceof Response) return outcome
      // Browsers hide the reason of a failure. In Node, msw recognizes network errors by `code` and `errno`.
      if (outcome === 'broken' || 'document' in globalThis) return Response.error()
      throw connectionFailure(outcome)
    },
  )
}
