import { TRPCClientError } from '@trpc/client'
import type { AppRouter } from './generated/app-router.ts'

/** A failed call. `data` is absent without a response from the service. */
export type ApiError = TRPCClientError<AppRouter>

export type ErrorName = NonNullable<ApiError['data']>['name']

/** Distinguishes failed calls from all other errors. */
export const isApiError = (error: unknown): error is ApiError => error instanceof TRPCClientError
