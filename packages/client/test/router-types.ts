import type { AppRouter } from '@partner-accounts/api'
import type { inferRouterError, inferRouterInputs, inferRouterOutputs } from '@trpc/server'

// The types of the sources, for print-router.ts.

export type Procedures = AppRouter['_def']['record']
export type Context = AppRouter['_def']['_config']['$types']['ctx']
export type Inputs = inferRouterInputs<AppRouter>
export type Outputs = inferRouterOutputs<AppRouter>
export type ErrorShape = inferRouterError<AppRouter>

type FieldError = Extract<ErrorShape['data'], { fields: object }>
export type FieldErrors = { [Name in FieldError['name']]: Extract<FieldError, { name: Name }>['fields'] }
export type OtherErrorName = Exclude<ErrorShape['data']['name'], FieldError['name']>
export type { Models } from './models.ts'
