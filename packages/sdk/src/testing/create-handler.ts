import { connectionFailure, type Outcome } from './handle-request.ts'
import { loadMsw } from './load-msw.ts'

export function createHandler(
  pathOf: (url: string) => string | undefined,
  handle: (request: Request, path: string) => Promise<Outcome>,
) {
  const { http, HttpResponse } = loadMsw()
  return http.all(
    ({ request }) => pathOf(request.url) !== undefined,
    async ({ request }) => {
      const outcome = await handle(request, pathOf(request.url)!)
      if (outcome instanceof Response) return outcome
      // Browsers do not report why a request failed. msw recognizes Node's network errors by `code` and `errno`.
      if (outcome === 'broken' || 'document' in globalThis) return HttpResponse.error()
      throw connectionFailure(outcome)
    },
  )
}
