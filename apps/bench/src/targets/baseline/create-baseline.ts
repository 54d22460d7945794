import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { BaselineSettings } from '../settings.ts'
import { AccountQueries } from './account-queries.ts'
import { createAccount } from './create-account.ts'
import { readAccount } from './read-account.ts'
import { listAccounts } from './list-accounts.ts'
import { BaselinePool } from './baseline-pool.ts'
import { rejection, Rejection } from './rejection.ts'
import { requirePermission, UserAccess } from './user-access.ts'
import { signIn } from './sign-in.ts'
import { SlidingWindow } from './sliding-window.ts'
import { Tokens } from './tokens.ts'

const BASE = '/partners/v1'
const ACCOUNTS = `${BASE}/partner-accounts`

/**
 * Creates a minimal request listener with the service's responses and checks. It uses node:http, named statements and
 * handwritten JSON, but no log, metrics, languages or idempotency keys.
 */
export function createBaseline({ databaseUrl, signingKey, rateLimit }: BaselineSettings): RequestListener {
  const pool = new BaselinePool(databaseUrl)
  const queries = new AccountQueries(pool)
  const tokens = new Tokens(signingKey)
  const access = new UserAccess(pool)
  const window = new SlidingWindow(rateLimit.requests, rateLimit.windowSeconds * 1000)
  const policy = `"default";q=${rateLimit.requests};w=${rateLimit.windowSeconds}`

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<string> {
    const subject = tokens.verify(request.headers.authorization)
    const key = subject ? `partner:${subject.partnerId}` : `network:${request.socket.remoteAddress}`
    const { isAllowed, remaining, resetSeconds } = window.count(key)
    response.setHeader('ratelimit-policy', policy)
    response.setHeader('ratelimit', `"default";r=${remaining};t=${resetSeconds}`)
    if (!isAllowed) throw rejection.rateLimited()

    const { method, url = '' } = request
    const [path = '', query = ''] = url.split('?', 2)
    if (method === 'POST' && path === `${BASE}/tokens`) return signIn(request, pool, tokens)
    const user = await access.requireUser(subject)
    if (path === ACCOUNTS && method === 'GET')
      return listAccounts(queries, requirePermission(user, 'accounts:read'), query)
    if (path === ACCOUNTS && method === 'POST') {
      return createAccount(request, queries, requirePermission(user, 'accounts:create'))
    }
    if (path.startsWith(`${ACCOUNTS}/`) && method === 'GET') {
      const identifier = path.slice(ACCOUNTS.length + 1)
      return readAccount(request, queries, requirePermission(user, 'accounts:read'), identifier)
    }
    throw rejection.notFound()
  }

  return (request, response) => {
    response.setHeader('x-request-id', randomUUID())
    response.setHeader('cache-control', 'no-store')
    response.setHeader('x-content-type-options', 'nosniff')
    respond(request, response).then(
      (body) => send(response, 200, body),
      (error: unknown) => {
        const { status, body } = error instanceof Rejection ? error : rejection.internal()
        send(response, status, body)
      },
    )
  }
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}
