import type { AppRouter } from '@partner-accounts/api'
import type { inferRouterError, inferRouterInputs, inferRouterOutputs } from '@trpc/server'

// The types of the sources, for print-router.ts.

export type Procedures = AppRouter['_def']['record']
export type Inputs = inferRouterInputs<AppRouter>
export type Outputs = inferRouterOutputs<AppRouter>
export type ErrorShape = inferRouterError<AppRouter>
