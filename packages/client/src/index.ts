import { TRPCClientError } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from './generated/app-router.ts'

export type { CallContext, ClientOptions } from './client-options.ts'
export { createPartnerAccountsClient, type PartnerAccountsClient } from './create-client.ts'
export { TransportError } from './transport-error.ts'
/** The router, and the models of its results. Declarations of functions that return procedures contain their names. */
export type * from './generated/app-router.ts'

/** Such as `RouterInputs['internal']['coupons']['create']`. */
export type RouterInputs = inferRouterInputs<AppRouter>
export type RouterOutputs = inferRouterOutputs<AppRouter>

/** `data` is absent without a response of the service. The `cause` is then a `TransportError`, a timeout or an abort. */
export type ApiError = TRPCClientError<AppRouter>
export type ErrorName = NonNullable<ApiError['data']>['name']

export const isApiError = (error: unknown): error is ApiError => error instanceof TRPCClientError
