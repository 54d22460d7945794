import { type Actor, DomainError, type Permission, requirePermission } from '@partner-accounts/core'
import { initTRPC } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import * as z from 'zod'
import type { ApiContext, Caller, CallOutcome } from './context.ts'
import { toErrorResponse } from './errors/error-envelope.ts'
import { toNativeErrorShape } from './errors/native-error-shape.ts'
import { LOCALES } from './locale.ts'

const t = initTRPC
  .context<ApiContext>()
  .meta<OpenApiMeta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) =>
      toNativeErrorShape(shape, toErrorResponse(error, ctx?.locale ?? LOCALES[0], ctx?.requestId ?? 'unknown')),
  })

export const { router, createCallerFactory } = t

/** Who calls, if not refused at the door: the first look of every procedure, in its first middleware. */
function admittedCaller({ caller }: ApiContext): Exclude<Caller, { kind: 'refused' }> {
  if (caller.kind === 'refused') throw caller.error
  return caller
}

/** Goes on with a call, under the eyes of whoever watches it. */
const watched = <T extends CallOutcome>(
  { services: { watchCall } }: ApiContext,
  procedure: string,
  call: () => Promise<T>,
): Promise<T> => (watchCall ? watchCall(procedure, call) : call())

/** A procedure that anyone may call who was not refused at the door. */
export const publicProcedure = t.procedure.use(({ ctx, next, path }) => {
  admittedCaller(ctx)
  return watched(ctx, path, () => next())
})

/**
 * A procedure for portal users with a permission: 401, then 403, before the input is looked at, so that
 * a stranger learns nothing about bodies. Gives it the `partnerId` that everything it does is
 * bound to.
 */
export const partnerProcedure = (permission: Permission) =>
  t.procedure.use(({ ctx, next, path }) => {
    const caller = admittedCaller(ctx)
    if (caller.kind !== 'portal-user') throw new DomainError('unauthenticated')
    requirePermission(caller.access, permission)
    const { userId, partnerId } = caller.access
    return watched(ctx, path, () => next({ ctx: { userId, partnerId } }))
  })

/** A procedure for internal applications. What it does is done in the name of the key that it was opened with. */
export const internalProcedure = t.procedure.use(({ ctx, next, path }) => {
  const caller = admittedCaller(ctx)
  if (caller.kind !== 'internal') throw new DomainError('unauthenticated')
  const actor: Actor = { kind: 'internal', name: caller.name }
  return watched(ctx, path, () => next({ ctx: { actor } }))
})

/** Put before `.input`: whatever is wrong with the input has one answer, not one a field. */
export const invalidInputMeans = (kind: DomainError['kind']) =>
  t.middleware(async ({ next }) => {
    const result = await next()
    if (!result.ok && result.error.code === 'BAD_REQUEST' && result.error.cause instanceof z.ZodError) {
      throw new DomainError(kind)
    }
    return result
  })
