import type { AppRouter } from '@partner-accounts/api'
import { localeChoice, sendOnce, SERVICE_URL } from '@partner-accounts/ui'
import { createTRPCClient, httpLink } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'

/** The inputs and outputs of the procedures that operators call. */
export type Inputs = inferRouterInputs<AppRouter>['internal']
export type RouterOutputs = inferRouterOutputs<AppRouter>
export type Outputs = RouterOutputs['internal']

/** The filters of a list. */
export type Filters<Input> = Omit<Exclude<Input, void>, 'cursor'>

/** The id of the signed-in operator, once it is known. */
let operatorId: string | undefined

/** Makes sure that later calls are executed for this operator only, and not for another who signs in meanwhile. */
export function callAs(id: string | undefined): void {
  operatorId = id
}

/** Calls the native router. The session is a cookie that scripts cannot read. */
export const client = createTRPCClient<AppRouter>({
  links: [
    httpLink({
      url: new URL('trpc', SERVICE_URL).href,
      // Inputs contain personal data, such as the words of a search, and proxies log URLs.
      methodOverride: 'POST',
      headers: () => ({
        'accept-language': localeChoice.get(),
        // Session cookies count only with this header, which no page of another origin can send.
        'x-session': 'console',
        ...(operatorId !== undefined && { 'x-session-user': operatorId }),
      }),
      fetch: (url, options) => sendOnce(url as string, options as RequestInit),
    }),
  ],
})
