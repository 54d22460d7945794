import {
  createPartnerAccountsClient,
  type PartnerAccountsClient,
  type RouterInputs,
  type RouterOutputs,
} from '@partner-accounts/client'

export type Inputs = RouterInputs['internal']
export type Outputs = RouterOutputs['internal']

export type ListInput<Name extends 'accounts' | 'partners' | 'portalUsers' | 'subscriptions'> = Extract<
  Inputs[Name]['list'],
  object
>

export type Client = PartnerAccountsClient

/** Far longer than any call, so a timeout means that the service hangs. */
export const REQUEST_TIMEOUT_SECONDS = 30

/** Creates a client without retries, because the operator or the script decides whether to repeat a command. */
export const createClient = (url: string, key: string | undefined): Client =>
  createPartnerAccountsClient({
    url: `${url}/trpc`,
    key,
    locale: 'en',
    timeoutMs: REQUEST_TIMEOUT_SECONDS * 1000,
    maxRetries: 0,
  })
