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
import { accessOf, accessOfPerson } from '../authorize.ts'
import type { ApiContext, BrowserSession, Services } from '../context.ts'
import { RequestError } from '../errors/request-error.ts'
import { partnerTokenRequestSchema } from '../tokens/token-schemas.ts'
import { publicProcedure, signInProcedure } from '../trpc.ts'
import { anyString, optional, recordId } from '../wire/fields.ts'

const signInSchema = z.object({
  ...partnerTokenRequestSchema.shape,
  code: optional(anyString(LIMITS.tokenLength)),
})

export const signIn = signInProcedure.input(signInSchema).mutation(async ({ ctx, input }) => {
  const browserSession = requirePage(ctx)
  const subject = await authenticate(ctx.services, { ...input, origin: ctx.origin, purpose: 'session' })
  await startSession(ctx.services, browserSession, subject)
  return { id: subject.userId }
})

export const signOut = publicProcedure.mutation(async ({ ctx: { services, caller, ...ctx } }) => {
  const browserSession = requirePage(ctx)
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
  if (ctx.browserSession) await startSession(ctx.services, ctx.browserSession, { ...subject, openedBy })
})

export const listSessions = publicProcedure.query(async ({ ctx: { services, caller } }) => {
  const access = accessOfPerson(caller)
  const sessions = await services.stores.portalSessions.list(access, LIMITS.listedSessions)
  const currentId = caller.kind === 'portal-user' ? caller.sessionId : undefined
  return sessions.map((session) => ({ ...session, isCurrent: session.id === currentId }))
})

export const endSession = publicProcedure
  .input(z.object({ id: recordId() }))
  .mutation(({ ctx, input }) =>
    endSessionUseCase(ctx.services, { access: accessOfPerson(ctx.caller), sessionId: input.id }),
  )

/** @throws RequestError `bad-request` unless the portal called */
export function requirePage({ browserSession }: Pick<ApiContext, 'browserSession'>): BrowserSession<TokenSubject> {
  if (!browserSession) throw new RequestError('bad-request')
  return browserSession
}

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

export async function startSession(
  { newId, stores, portalSessionSeconds }: Services,
  browserSession: BrowserSession<TokenSubject>,
  subject: TokenSubject,
  write: 'start' | 'replace' = 'start',
): Promise<void> {
  const session = { ...subject, sessionId: newId() }
  const { userAgent } = browserSession
  await stores.portalSessions.add({ ...session, userAgent, validForSeconds: portalSessionSeconds })
  await browserSession[write](session)
}
