import type { AppRouter } from '@partner-accounts/api'
import type { inferRouterInputs } from '@trpc/server'
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client'

export type RouterInputs = inferRouterInputs<AppRouter>['internal']

export type ListInput<Name extends 'partners' | 'portalUsers' | 'subscriptions'> = Extract<
  RouterInputs[Name]['list'],
  object
>

export type Client = TRPCClient<AppRouter>

/** Far longer than any call takes, so a timeout means that the service hangs. */
export const REQUEST_TIMEOUT_SECONDS = 30

/** @param key of an internal application; `undefined` for calls that need none */
export function createClient(url: string, key: string | undefined): Client {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        // Inputs contain personal data, and proxies log URLs.
        methodOverride: 'POST',
        url: `${url}/trpc`,
        // Messages for end users are in Portuguese by default.
        headers: { 'accept-language': 'en', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
        fetch: (address, options) =>
          fetch(address as string | URL, {
            ...(options as RequestInit),
            signal: AbortSignal.timeout(REQUEST_TIMEOUT_SECONDS * 1000),
          }),
      }),
    ],
  })
}
