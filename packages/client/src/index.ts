import { TRPCClientError } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from './generated/app-router.ts'

export {
  type CallContext,
  type ClientOptions,
  createPartnerAccountsClient,
  type PartnerAccountsClient,
} from './create-client.ts'
export type { AppRouter }

/** Such as `RouterInputs['internal']['coupons']['create']`. */
export type RouterInputs = inferRouterInputs<AppRouter>
export type RouterOutputs = inferRouterOutputs<AppRouter>

/** `data` is absent without a response. */
export type ApiError = TRPCClientError<AppRouter>
export type ErrorName = NonNullable<ApiError['data']>['name']

export const isApiError = (error: unknown): error is ApiError => error instanceof TRPCClientError
