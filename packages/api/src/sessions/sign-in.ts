import * as z from 'zod'
import {
  authenticate,
  endSession as endSessionUseCase,
  findSession,
  LIMITS,
  signOut as signOutUseCase,
  signOutElsewhere as signOutElsewhereUseCase,
  type TokenSubject,
} from '@partner-accounts/core'
import { accessOf, accessOfPerson, requirePage } from '../authorize.ts'
import type { ApiContext } from '../context.ts'
import { partnerTokenRequestSchema } from '../tokens/token-schemas.ts'
import { publicProcedure, signInProcedure } from '../trpc.ts'
import { anyString, byId, optional } from '../wire/fields.ts'

const signInSchema = z.object({
  ...partnerTokenRequestSchema.shape,
  code: optional(anyString(LIMITS.tokenLength)),
})

export const signIn = signInProcedure.input(signInSchema).mutation(async ({ ctx, input }) => {
  requirePage(ctx.browserSession)
  const subject = await authenticate(ctx.services, { ...input, origin: ctx.origin, purpose: 'session' })
  await startSession(ctx, subject)
  return { id: subject.userId }
})

export const signOut = publicProcedure.mutation(async ({ ctx: { services, caller, ...ctx } }) => {
  const browserSession = requirePage(ctx.browserSession)
  if (caller.kind === 'portal-user' && caller.sessionId !== undefined) {
    await signOutUseCase(services, { access: caller.access, sessionId: caller.sessionId })
    const { openedBy } = caller
    if (openedBy?.sessionId !== undefined)
      await signOutUseCase(services, { access: openedBy, sessionId: openedBy.sessionId })
  }
  browserSession.end()
})

/** Revokes tokens, too. */
export const signOutElsewhere = publicProcedure.mutation(async ({ ctx }) => {
  const subject = await signOutElsewhereUseCase(ctx.services, { access: accessOfPerson(ctx.caller) })
  const openedBy = ctx.caller.kind === 'portal-user' ? ctx.caller.openedBy : undefined
  await startSession(ctx, { ...subject, openedBy })
})

export const listSessions = publicProcedure.query(async ({ ctx: { services, caller } }) => {
  const access = accessOfPerson(caller)
  const sessions = await services.stores.portalSessions.list(access, LIMITS.listedSessions)
  const currentId = caller.kind === 'portal-user' ? caller.sessionId : undefined
  return sessions.map((session) => ({ ...session, isCurrent: session.id === currentId }))
})

export const endSession = publicProcedure
  .input(byId)
  .mutation(({ ctx, input }) =>
    endSessionUseCase(ctx.services, { access: accessOfPerson(ctx.caller), sessionId: input.id }),
  )

export const showSession = publicProcedure.query(async ({ ctx }) => {
  const { services, caller } = ctx
  const { user, partner, access } = await findSession(services, { access: accessOf(caller) })
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    permissions: user.permissions,
    secondFactor: { isActive: access.hasSecondFactor, isRequired: access.requiresSecondFactor },
    partner: { id: partner.id, name: partner.name, status: partner.status, mode: partner.mode },
    isOpenedFromLive: caller.kind === 'portal-user' && caller.openedBy !== undefined,
    lookups: {
      address: services.publicRecords.findAddress !== undefined,
      company: services.publicRecords.findCompany !== undefined,
    },
  }
})

/** Does nothing unless a page of the portal called. */
export async function startSession(
  { services: { newId, stores, portalSessionSeconds }, browserSession }: ApiContext,
  subject: TokenSubject,
  write: 'start' | 'replace' = 'start',
): Promise<void> {
  if (!browserSession) return
  const session = { ...subject, sessionId: newId() }
  const { userAgent } = browserSession
  await stores.portalSessions.add({ ...session, userAgent, validForSeconds: portalSessionSeconds })
  await browserSession[write](session)
}
