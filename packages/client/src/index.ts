import { TRPCClientError } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from './generated/app-router.ts'

export type { CallContext, ClientOptions } from './client-options.ts'
export { createPartnerAccountsClient, type PartnerAccountsClient } from './create-client.ts'
export { TransportError } from './transport-error.ts'
/** The router, and the models of its results, whose names declaration files of callers may contain. */
export type * from './generated/app-router.ts'

/** The inputs of the procedures, such as `RouterInputs['internal']['coupons']['create']`. */
export type RouterInputs = inferRouterInputs<AppRouter>
export type RouterOutputs = inferRouterOutputs<AppRouter>

/** An error of a call. Without a response of the service, `data` is absent, and the `cause` is a `TransportError`, a timeout or an abort. */
export type ApiError = TRPCClientError<AppRouter>
export type ErrorName = NonNullable<ApiError['data']>['name']

export const isApiError = (error: unknown): error is ApiError => error instanceof TRPCClientError
