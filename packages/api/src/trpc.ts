import { type Actor, DomainError, type DomainErrorKind, type Permission } from '@partner-accounts/core'
import { getTRPCErrorFromUnknown, initTRPC, TRPCError } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import * as z from 'zod'
import { authorize } from './authorize.ts'
import type { ApiContext, CallOutcome } from './context.ts'
import { toErrorResponse } from './errors/error-envelope.ts'
import { toNativeErrorShape } from './errors/native-error-shape.ts'
import { LOCALES } from '@partner-accounts/rules'

/** What is known of a procedure before it is called. */
export interface ProcedureMeta extends OpenApiMeta {
  /** What a portal user needs to call it. */
  permission?: Permission
  /**
   * Whether its responses may be compressed. Not with a token or secret in them: their length would tell something
   * about it to anyone who can add to the response (BREACH).
   */
  isCompressible?: boolean
}

const t = initTRPC
  .context<ApiContext>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) =>
      toNativeErrorShape(shape, toErrorResponse(error, ctx?.locale ?? LOCALES[0], ctx?.requestId ?? 'unknown')),
  })

export const { router, createCallerFactory } = t

/** Goes on with a call, under the eyes of whoever watches it. */
const watched = <T extends CallOutcome>(
  { services: { watchCall } }: ApiContext,
  procedure: string,
  call: () => Promise<T>,
): Promise<T> => (watchCall ? watchCall(procedure, call) : call())

/** What is wrong with an input, told by fields unless it has one answer for all of them. */
async function meaning<T extends CallOutcome>(
  going: Promise<T>,
  invalidInput: DomainErrorKind | undefined,
): Promise<T> {
  const outcome = await going
  if (invalidInput === undefined || outcome.ok || !isInvalidInput(outcome.error)) return outcome
  return { ...outcome, error: getTRPCErrorFromUnknown(new DomainError(invalidInput)) }
}

const isInvalidInput = (error: Error): boolean =>
  error instanceof TRPCError && error.code === 'BAD_REQUEST' && error.cause instanceof z.ZodError

interface ProcedureOptions {
  /** What any fault of the input is: one answer, not one a field. */
  invalidInput?: DomainErrorKind
}

// Every middleware costs a call several microseconds: what can be said in one is.

/** Creates a procedure that anyone may call. */
export const publicProcedure = ({ invalidInput }: ProcedureOptions = {}) =>
  t.procedure.use(({ ctx, next, path }) => watched(ctx, path, () => meaning(next(), invalidInput)))

/**
 * Creates a procedure for portal users with a permission: 401, then 403, before the input is parsed, so that a
 * stranger learns nothing about bodies. Its context has the `partnerId` that everything it does is bound to.
 */
export const partnerProcedure = (permission: Permission, { invalidInput }: ProcedureOptions = {}) =>
  t.procedure.meta({ permission }).use(({ ctx, next, path }) => {
    const { userId, partnerId } = authorize(ctx.caller, permission)
    return watched(ctx, path, () => meaning(next({ ctx: { userId, partnerId } }), invalidInput))
  })

/** A procedure for internal applications. What it does is done in the name of the key that it was opened with. */
export const internalProcedure = t.procedure.use(({ ctx, next, path }) => {
  const { caller } = ctx
  if (caller.kind !== 'internal') throw new DomainError('unauthenticated')
  const actor: Actor = { kind: 'internal', name: caller.name }
  return watched(ctx, path, () => next({ ctx: { actor } }))
})
