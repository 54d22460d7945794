import type { AppRouter } from '@partner-accounts/api'
import { createTRPCClient, type HTTPHeaders, httpLink, type TRPCClient } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import { localChoices, localeChoice, sendOnce } from '@partner-accounts/ui'
import { NATIVE_URL } from './addresses.ts'
import { recordRateUse } from './rate-use.ts'
import { SESSION_KEY, SessionKeeper } from './session-keeper.ts'

export type Client = TRPCClient<AppRouter>
export type Outputs = inferRouterOutputs<AppRouter>

/** Headers of one request. Headers are never logged. */
export interface CallContext extends Record<string, unknown> {
  idempotencyKey?: string
  secret?: string
}

const callHeaders = ({ idempotencyKey, secret }: CallContext): HTTPHeaders => ({
  'accept-language': localeChoice.get(),
  // The service ignores session cookies without this header, which other origins cannot send.
  'x-session': 'portal',
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  ...(secret !== undefined && { 'x-secret': secret }),
})

const createClient = (send: (url: string, options: RequestInit) => Promise<Response>): Client =>
  createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: NATIVE_URL,
        // Inputs contain personal data, and proxies log URLs.
        methodOverride: 'POST',
        headers: ({ op }) => callHeaders(op.context),
        fetch: (url, options) => send(url as string, options as RequestInit),
      }),
    ],
  })

/** Names the page's user, so the request never runs for another who signed in meanwhile. */
const withUser = (options: RequestInit, userId: string): RequestInit => {
  const headers = new Headers(options.headers)
  headers.set('x-session-user', userId)
  return { ...options, headers }
}

/** For procedures that need no sign-in. */
export const openClient = createClient(sendOnce)

export const sessionKeeper = new SessionKeeper({
  requestSignIn: async (email, password) => (await openClient.sessions.signIn.mutate({ email, password })).id,
  requestSignOut: () => openClient.sessions.signOut.mutate(),
  storage: localChoices,
})
addEventListener('storage', ({ key }) => {
  if (key === SESSION_KEY || key === null) sessionKeeper.followOtherTabs()
})

export const client = createClient(async (url, options) => {
  const response = await sessionKeeper.send((userId) => sendOnce(url, withUser(options, userId)))
  recordRateUse(response.headers)
  return response
})
