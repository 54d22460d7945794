import type { AppRouter } from '@partner-accounts/api'
import { createTRPCClient, type HTTPHeaders, httpLink, type TRPCClient } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import { localChoices, localeChoice, sendOnce } from '@partner-accounts/ui'
import { NATIVE_URL } from './addresses.ts'
import { recordRateUse } from './rate-use.ts'
import { SESSION_KEY, SessionKeeper } from './session-keeper.ts'

export type Client = TRPCClient<AppRouter>
export type Outputs = inferRouterOutputs<AppRouter>

/** Headers of a single request besides its input. Headers are never logged. */
export interface CallContext extends Record<string, unknown> {
  idempotencyKey?: string
  secret?: string
}

const callHeaders = ({ idempotencyKey, secret }: CallContext): HTTPHeaders => ({
  'accept-language': localeChoice.get(),
  // Session cookies count only with this header, which no page of another origin can send.
  'x-session': 'portal',
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  ...(secret !== undefined && { 'x-secret': secret }),
})

const createClient = (send: (url: string, options: RequestInit) => Promise<Response>): Client =>
  createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: NATIVE_URL,
        // Inputs contain personal data, such as the words of a search, and proxies log URLs.
        methodOverride: 'POST',
        headers: ({ op }) => callHeaders(op.context),
        fetch: (url, options) => send(url as string, options as RequestInit),
      }),
    ],
  })

/** Names the user whose page sends the request, so that it is never executed for another one who signed in meanwhile. */
const withUser = (options: RequestInit, userId: string): RequestInit => {
  const headers = new Headers(options.headers)
  headers.set('x-session-user', userId)
  return { ...options, headers }
}

/** Client for procedures that need no sign-in. */
export const openClient = createClient(sendOnce)

export const sessionKeeper = new SessionKeeper({
  requestSignIn: async (email, password) => (await openClient.sessions.signIn.mutate({ email, password })).id,
  requestSignOut: () => openClient.sessions.signOut.mutate(),
  storage: localChoices,
})
addEventListener('storage', ({ key }) => {
  if (key === SESSION_KEY || key === null) sessionKeeper.followOtherTabs()
})

/** Client for signed-in users. */
export const client = createClient(async (url, options) => {
  const response = await sessionKeeper.send((userId) => sendOnce(url, withUser(options, userId)))
  recordRateUse(response.headers)
  return response
})
