import { http, type HttpHandler, HttpResponse } from 'msw'
import type { Failure } from './failures.ts'
import { describeRequest } from './received-requests.ts'
import { respond } from './respond.ts'
import { findRoute } from './routes.ts'
import type { ServiceState } from './service-state.ts'

/** Answers everything at and below the base address, and nothing else. */
export function createHandler(baseUrl: string, currentState: () => ServiceState): HttpHandler {
  /** Below the base address, with its query; undefined for what is not meant for the service. */
  const pathOf = ({ url }: Request): string | undefined => {
    const { origin, pathname, search } = new URL(url)
    const address = origin + pathname
    const isMeant = address === baseUrl || address.startsWith(`${baseUrl}/`)
    return isMeant ? address.slice(baseUrl.length) + search : undefined
  }
  return http.all(
    ({ request }) => pathOf(request) !== undefined,
    ({ request }) => answer(currentState(), request, pathOf(request)!),
  )
}

async function answer(state: ServiceState, request: Request, path: string): Promise<Response> {
  const route = findRoute(request.method, path.replace(/\?.*$/, ''))
  const body = await request.arrayBuffer()
  const received = describeRequest(request, path, route.operation, body)
  state.received.push(received)
  const failure = state.failures.take(route.operation)

  const response = (failure && failBefore(failure)) ?? (await respond(state, request, body, route, failure))
  if (response.type === 'error' || failure?.kind === 'lost-answer') return HttpResponse.error()
  received.status = response.status
  return response
}

/** What goes wrong before the service sees the request. */
function failBefore(failure: Failure): Response | undefined {
  if (failure.kind === 'connection-refused') return refuseConnection()
  if (failure.kind === 'connection-broken') return HttpResponse.error()
  if (failure.kind !== 'proxy') return undefined
  const { status = 502, html = `<html><body><h1>${status}</h1></body></html>` } = failure
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** As Node tells it. msw takes it for an error of the network by its `code` and `errno`. */
function refuseConnection(): Response {
  // Browsers do not say why a request failed.
  if ('document' in globalThis) return HttpResponse.error()
  const refused = { code: 'ECONNREFUSED', errno: -111 }
  const cause = Object.assign(new Error('connect ECONNREFUSED'), refused)
  throw Object.assign(new TypeError('fetch failed', { cause }), refused)
}
