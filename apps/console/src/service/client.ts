import { createPartnerAccountsClient, type RouterInputs, type RouterOutputs } from '@partner-accounts/client'
import { followClock, localeChoice, SERVICE_URL } from '@partner-accounts/ui'

export type { RouterOutputs }
export type Inputs = RouterInputs['internal']
export type Outputs = RouterOutputs['internal']

/** A list's input without the cursor, which TanStack Query adds. */
export type Filters<Input> = Omit<Exclude<Input, void>, 'cursor'>

let expectedSessionId: string | undefined

/**
 * Makes the service reject calls unless the cookie has this session id. Another tab may have started another session.
 * `undefined` allows any session.
 */
export function expectOperator(id: string | undefined): void {
  expectedSessionId = id
}

/** Calls the service with the operator's session cookie, which scripts cannot read. */
export const client = createPartnerAccountsClient({
  url: new URL('trpc', SERVICE_URL).href,
  locale: localeChoice.get,
  batch: false,
  // TanStack Query already retries failed queries.
  maxRetries: 0,
  async intercept(send) {
    const response = await send({
      // The service ignores session cookies without this header, which other origins cannot send.
      'x-session': 'console',
      ...(expectedSessionId !== undefined && { 'x-session-user': expectedSessionId }),
    })
    followClock(response.headers)
    return response
  },
})
