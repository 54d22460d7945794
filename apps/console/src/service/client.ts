import { createPartnerAccountsClient, type RouterInputs, type RouterOutputs } from '@partner-accounts/client'
import { followClock, localeChoice, SERVICE_URL } from '@partner-accounts/ui'

export type { RouterOutputs }
export type Inputs = RouterInputs['internal']
export type Outputs = RouterOutputs['internal']

/** A list's input without the cursor, which TanStack Query adds. */
export type Filters<Input> = Omit<Exclude<Input, void>, 'cursor'>

let expectedOperatorId: string | undefined

/**
 * Makes the service reject calls with the session of another operator, who may have signed in in another tab. `undefined`
 * allows any operator.
 */
export function expectOperator(id: string | undefined): void {
  expectedOperatorId = id
}

/** Calls the service with the cookie of the operator's session, which scripts cannot read. */
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
      ...(expectedOperatorId !== undefined && { 'x-session-user': expectedOperatorId }),
    })
    followClock(response.headers)
    return response
  },
})
