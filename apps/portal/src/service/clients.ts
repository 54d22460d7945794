import type { AppRouter } from '@partner-accounts/api'
import { createTRPCClient, type HTTPHeaders, httpLink, type TRPCClient } from '@trpc/client'
import { localeChoice, tabStorage } from '@partner-accounts/ui'
import { NATIVE_URL } from './addresses.ts'
import { failureOf } from '@partner-accounts/ui/failure'
import { recordRateUse } from './rate-use.ts'
import { SessionKeeper, SignedOutError } from './session-keeper.ts'

export type Client = TRPCClient<AppRouter>

/** Headers of a single request besides its input. Headers are never logged. */
export interface CallContext extends Record<string, unknown> {
  idempotencyKey?: string
  secret?: string
}

const REQUEST_TIMEOUT_MS = 30_000

const callHeaders = ({ idempotencyKey, secret }: CallContext): HTTPHeaders => ({
  'accept-language': localeChoice.get(),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  ...(secret !== undefined && { 'x-secret': secret }),
})

const createClient = (send: (url: string, options: RequestInit) => Promise<Response>): Client =>
  createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: NATIVE_URL,
        headers: ({ op }) => callHeaders(op.context),
        fetch: (url, options) => send(url as string, options as RequestInit),
      }),
    ],
  })

function sendOnce(url: string, options: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  return fetch(url, { ...options, signal, credentials: 'omit' })
}

const withToken = (options: RequestInit, token: string): RequestInit => {
  const headers = new Headers(options.headers)
  headers.set('authorization', `Bearer ${token}`)
  return { ...options, headers }
}

/** Client for procedures that need no sign-in. */
export const openClient = createClient(sendOnce)

export const sessionKeeper = new SessionKeeper({
  requestToken: async (email, password) => (await openClient.tokens.create.mutate({ email, password })).token,
  isRejection: (error) => failureOf(error).status === 401,
  storage: tabStorage,
})

/**
 * Client for signed-in users. A request whose token is rejected waits for a new one and is retried, so that nobody has to
 * repeat their work.
 */
export const client = createClient(async (url, options) => {
  const state = sessionKeeper.state()
  if (state.kind === 'signed-out') throw new SignedOutError('signed out')
  const token = state.kind === 'signed-in' ? state.session.token : await sessionKeeper.replace('')
  let response = await sendOnce(url, withToken(options, token))
  if (response.status === 401) {
    response = await sendOnce(url, withToken(options, await sessionKeeper.replace(token)))
  }
  recordRateUse(response.headers)
  return response
})
