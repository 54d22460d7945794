import { type Actor, DomainError, type OperatorRole, type Permission } from '@partner-accounts/core'
import { getTRPCErrorFromUnknown, initTRPC, TRPCError } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import * as z from 'zod'
import { authorize, authorizeInternal } from './authorize.ts'
import type { ApiContext, CallOutcome, Services } from './context.ts'
import { toErrorResponse } from './errors/error-envelope.ts'
import { toNativeErrorShape } from './errors/native-error-shape.ts'
import { LOCALES } from '@partner-accounts/rules'
import { formatTimes } from './wire/date-time.ts'
import { optional, reason } from './wire/fields.ts'
import { listFields } from './wire/pages.ts'

export interface ProcedureMeta extends OpenApiMeta {
  /** Of portal users, any of which suffices. */
  permissions?: readonly Permission[]
  /** Required of operators. Every internal procedure has a role. */
  role?: OperatorRole
  /**
   * False for responses with a token or secret: their compressed length would reveal it to anyone who can influence the
   * response (BREACH).
   */
  isCompressible?: boolean
}

const asIs = { serialize: (value: unknown) => value, deserialize: (value: unknown) => value }

/** Not typed as a transformer: clients receive JSON, and read times as text. */
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

const watched = <T extends CallOutcome>(
  { services: { watchCall }, limitTime }: ApiContext,
  procedure: string,
  call: () => Promise<T>,
): Promise<T> => {
  const limited = limitTime ? () => limitTime(call()) : call
  return watchCall ? watchCall(procedure, limited) : limited()
}

// One middleware per procedure: each adds microseconds to a call.

export const publicProcedure = t.procedure.use(({ ctx, next, path }) => watched(ctx, path, next))

/** Any invalid input is an `invalid-credentials` error (4.1). */
export const signInProcedure = t.procedure.use(({ ctx, next, path }) =>
  watched(ctx, path, async () => {
    const attempt = await next()
    const outcome =
      attempt.ok || !isInvalidInput(attempt.error)
        ? attempt
        : { ...attempt, error: getTRPCErrorFromUnknown(new DomainError('invalid-credentials')) }
    ctx.services.onSignIn?.(outcome)
    return outcome
  }),
)

const isInvalidInput = (error: Error): boolean =>
  error instanceof TRPCError && error.code === 'BAD_REQUEST' && error.cause instanceof z.ZodError

/**
 * Admits portal users with any of the permissions, limited to the context's `partnerId`. Rejects other callers with 401 or 403
 * before parsing the input.
 */
export const partnerProcedure = (...permissions: readonly Permission[]) =>
  t.procedure.meta({ permissions }).use(({ ctx, next, path }) => {
    const { userId, partnerId, partnerMode } = authorize(ctx.caller, permissions)
    return watched(ctx, path, () => next({ ctx: { userId, partnerId, partnerMode } }))
  })

/**
 * Admits internal applications, and operators with a role. Rejects other callers with 401 or 403 before parsing the
 * input.
 */
export const internalProcedure = (role: OperatorRole) =>
  t.procedure.meta({ role }).use(({ ctx, next, path }) => {
    const actor = authorizeInternal(ctx.caller, path, role)
    return watched(ctx, path, () => next({ ctx: { actor } }))
  })

/** @param filter the fields of the input, besides those of a page */
export const listProcedure = <Filter extends z.ZodRawShape>(filter: Filter) =>
  internalProcedure('viewer').input(z.object({ ...listFields, ...filter }).prefault({} as never))

/** For changes that operators give a reason for. Internal applications may leave it out. */
export const reasonedProcedure = (role: OperatorRole) =>
  internalProcedure(role)
    .input(z.object({ reason: optional(reason()) }))
    .use(({ ctx, input, next }) => {
      if (ctx.caller.kind === 'operator' && input.reason === undefined) throw new DomainError('reason-missing')
      return next()
    })

/** Resolves with a use case of the same input. */
export const resolveWith =
  <Input, Result>(useCase: (services: Services, input: Input) => Result) =>
  ({ ctx: { services }, input }: { ctx: Pick<ApiContext, 'services'>; input: Input }) =>
    useCase(services, input)

/** Resolves with a use case whose input also names who calls. */
const resolveAs =
  <Identity extends object>(identify: (ctx: Identity) => Identity) =>
  <Input extends Identity, Result>(useCase: (services: Services, input: Input) => Result) =>
  ({ ctx, input }: { ctx: Pick<ApiContext, 'services'> & Identity; input: Omit<Input, keyof Identity> }) =>
    useCase(ctx.services, { ...identify(ctx), ...input } as Input)

export const resolveAsActor = resolveAs(({ actor }: { actor: Actor }) => ({ actor }))

export const resolveAsManager = resolveAs(({ userId, partnerId }: { userId: string; partnerId: string }) => ({
  userId,
  partnerId,
}))
