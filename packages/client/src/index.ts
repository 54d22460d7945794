import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from './generated/app-router.ts'

export { type ApiError, type ErrorName, isApiError } from './api-error.ts'
export {
  type CallContext,
  type ClientOptions,
  createPartnerAccountsClient,
  type PartnerAccountsClient,
} from './create-client.ts'
export type { AppRouter }

/** By the names of the procedures, such as `RouterInputs['internal']['coupons']['create']`. */
export type RouterInputs = inferRouterInputs<AppRouter>
export type RouterOutputs = inferRouterOutputs<AppRouter>
