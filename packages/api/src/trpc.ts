import { DomainError, type OperatorRole, type Permission } from '@partner-accounts/core'
import { getTRPCErrorFromUnknown, initTRPC, TRPCError } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import * as z from 'zod'
import { authorize, authorizeInternal } from './authorize.ts'
import type { ApiContext, CallOutcome } from './context.ts'
import { toErrorResponse } from './errors/error-envelope.ts'
import { toNativeErrorShape } from './errors/native-error-shape.ts'
import { LOCALES, type OperationId, REST_OPERATIONS, type RestOperationRecord } from '@partner-accounts/rules'
import { formatTimes } from './wire/date-time.ts'
import { optional, reason } from './wire/fields.ts'

export interface ProcedureMeta extends OpenApiMeta {
  /** Permissions of portal users, any of which suffices. */
  permissions?: readonly Permission[]
  /** Minimum role of operators. Every internal procedure has one. */
  role?: OperatorRole
}

const asIs = { serialize: (value: unknown) => value, deserialize: (value: unknown) => value }

/**
 * Formats times in outputs. The type `object` hides the transformer from tRPC, which would otherwise require one from
 * clients. They need none, because they read times as text.
 */
const wireFormat: object = { transformer: { input: asIs, output: { ...asIs, serialize: formatTimes } } }

const t = initTRPC
  .context<ApiContext>()
  .meta<ProcedureMeta>()
  .create({
    ...wireFormat,
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) =>
      toNativeErrorShape(shape, toErrorResponse(error, ctx?.locale ?? LOCALES[0], ctx?.requestId ?? 'unknown')),
  })

export const { router, createCallerFactory } = t

const watchAndLimit = <T extends CallOutcome>(
  { services: { watchCall }, limitCall }: ApiContext,
  procedure: string,
  call: () => Promise<T>,
): Promise<T> => {
  const limited = limitCall ? () => limitCall(call) : call
  return watchCall ? watchCall(procedure, limited) : limited()
}

export const publicProcedure = t.procedure.use(({ ctx, next, path }) => watchAndLimit(ctx, path, next))

/** Reports any invalid input as an `invalid-credentials` error (4.1). */
export const signInProcedure = t.procedure.use(({ ctx, next, path }) =>
  watchAndLimit(ctx, path, async () => {
    let outcome = await next()
    if (!outcome.ok && isInvalidInput(outcome.error)) {
      outcome = { ...outcome, error: getTRPCErrorFromUnknown(new DomainError('invalid-credentials')) }
    }
    ctx.services.onSignIn?.(outcome, ctx)
    return outcome
  }),
)

const isInvalidInput = (error: Error): boolean =>
  error instanceof TRPCError && error.code === 'BAD_REQUEST' && error.cause instanceof z.ZodError

/**
 * Admits portal users with any of the permissions, and adds their user and partner to the context. Rejects other callers
 * with 401 or 403 before parsing the input.
 */
export const partnerProcedure = (...permissions: readonly Permission[]) =>
  t.procedure.meta({ permissions }).use(({ ctx, next, path }) => {
    const { userId, partnerId, partnerMode } = authorize(ctx.caller, permissions)
    return watchAndLimit(ctx, path, () => next({ ctx: { userId, partnerId, partnerMode } }))
  })

type OperationTexts = Required<Pick<OpenApiDetails, 'summary' | 'description' | 'successDescription'>> &
  Pick<OpenApiDetails, 'requestHeaders'>
type OpenApiDetails = NonNullable<OpenApiMeta['openapi']>

/** Returns the metadata that makes a procedure a REST operation. */
export function describeOperation(operationId: OperationId, texts: OperationTexts): ProcedureMeta {
  const { method, path, tag, permissions }: RestOperationRecord = REST_OPERATIONS[operationId]
  return { openapi: { method, path, operationId, tags: [tag], protect: permissions.length > 0, ...texts } }
}

/** A procedure for portal users that is also a REST operation. */
export const restProcedure = (operationId: OperationId, texts: OperationTexts) =>
  partnerProcedure(...REST_OPERATIONS[operationId].permissions).meta(describeOperation(operationId, texts))

/**
 * Admits operators with at least this role, and internal applications whose key has the procedure in its scope. Rejects
 * other callers with 401 or 403 before parsing the input.
 */
export const internalProcedure = (role: OperatorRole) =>
  t.procedure.meta({ role }).use(({ ctx, next, path }) => {
    const actor = authorizeInternal(ctx.caller, path, role)
    return watchAndLimit(ctx, path, () => next({ ctx: { actor } }))
  })

/** Creates a procedure that requires a reason from operators. For internal applications, the reason is optional. */
export const reasonedProcedure = (role: OperatorRole) =>
  internalProcedure(role)
    .input(z.object({ reason: optional(reason()) }))
    .use(({ ctx, input, next }) => {
      if (ctx.caller.kind === 'operator' && input.reason === undefined) throw new DomainError('reason-missing')
      return next()
    })
