import { createPartnerAccountsClient, type RouterInputs, type RouterOutputs } from '@partner-accounts/client'
import { followClock, localeChoice, SERVICE_URL } from '@partner-accounts/ui'

export type { RouterOutputs }
export type Inputs = RouterInputs['internal']
export type Outputs = RouterOutputs['internal']

export type Filters<Input> = Omit<Exclude<Input, void>, 'cursor'>

let operatorId: string | undefined

/** Restricts calls to this operator, in case another signs in meanwhile. */
export function callAs(id: string | undefined): void {
  operatorId = id
}

/** Scripts cannot read the session cookie. */
export const client = createPartnerAccountsClient({
  url: new URL('trpc', SERVICE_URL).href,
  locale: localeChoice.get,
  batch: false,
  // TanStack Query retries.
  maxRetries: 0,
  async intercept(send) {
    const response = await send({
      // The service ignores session cookies without this header, which other origins cannot send.
      'x-session': 'console',
      ...(operatorId !== undefined && { 'x-session-user': operatorId }),
    })
    followClock(response.headers)
    return response
  },
})
