import { TRPCClientError } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from './generated/app-router.ts'

export type { CallContext, ClientOptions } from './client-options.ts'
export { createPartnerAccountsClient, type PartnerAccountsClient } from './create-client.ts'
export { TransportError } from './transport-error.ts'
/** The router and the models of its results. Declaration files of callers may contain the names of these models. */
export type * from './generated/app-router.ts'

/** The inputs of the procedures, such as `RouterInputs['internal']['coupons']['create']`. */
export type RouterInputs = inferRouterInputs<AppRouter>
export type RouterOutputs = inferRouterOutputs<AppRouter>

/**
 * An error of a call. `data` is absent if the service did not respond. The `cause` is then a `TransportError`, a timeout or
 * an abort.
 */
export type ApiError = TRPCClientError<AppRouter>
export type ErrorName = NonNullable<ApiError['data']>['name']

export const isApiError = (error: unknown): error is ApiError => error instanceof TRPCClientError
