import type { AppRouter } from '@partner-accounts/api'
import { localeChoice, sendOnce, SERVICE_URL } from '@partner-accounts/ui'
import { createTRPCClient, httpLink } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'

export type Inputs = inferRouterInputs<AppRouter>['internal']
export type RouterOutputs = inferRouterOutputs<AppRouter>
export type Outputs = RouterOutputs['internal']

export type Filters<Input> = Omit<Exclude<Input, void>, 'cursor'>

/** `undefined` until known. */
let operatorId: string | undefined

/** Restricts later calls to this operator, in case another signs in meanwhile. */
export function callAs(id: string | undefined): void {
  operatorId = id
}

/** Calls the native router. Scripts cannot read the session cookie. */
export const client = createTRPCClient<AppRouter>({
  links: [
    httpLink({
      url: new URL('trpc', SERVICE_URL).href,
      // Inputs contain personal data, and proxies log URLs.
      methodOverride: 'POST',
      headers: () => ({
        'accept-language': localeChoice.get(),
        // The service ignores session cookies without this header, which other origins cannot send.
        'x-session': 'console',
        ...(operatorId !== undefined && { 'x-session-user': operatorId }),
      }),
      fetch: (url, options) => sendOnce(url as string, options as RequestInit),
    }),
  ],
})
