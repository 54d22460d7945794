import { authenticate, LIMITS, signOut as signOutUseCase } from '@partner-accounts/core'
import * as z from 'zod'
import { requirePage } from '../authorize.ts'
import { partnerTokenRequestSchema } from '../tokens/token-schemas.ts'
import { publicProcedure, signInProcedure } from '../trpc.ts'
import { anyString, optional } from '../wire/fields.ts'
import { startSession } from './start-session.ts'

const signInSchema = z.object({
  ...partnerTokenRequestSchema.shape,
  code: optional(anyString(LIMITS.tokenLength)),
})

/** Signs the browser in with e-mail, password and, if the user has a second factor, a code. */
export const signIn = signInProcedure.input(signInSchema).mutation(async ({ ctx, input }) => {
  requirePage(ctx.browserSession)
  const subject = await authenticate(ctx.services, { ...input, network: ctx.network, purpose: 'session' })
  await startSession(ctx, subject)
  return { id: subject.userId }
})

/** Signs the browser out: ends its live session and that of test mode. */
export const signOut = publicProcedure.mutation(async ({ ctx }) => {
  const { services, caller } = ctx
  const browserSession = requirePage(ctx.browserSession)
  const testSession = await browserSession.findTestSession()
  // In live mode, the caller has the live session. In test mode, the caller has the session of test mode, and `openedBy` is
  // the live session that opened it. A page in live mode may have a session of test mode, too. Ending a session twice is
  // harmless.
  const callerSessions =
    caller.kind === 'portal-user' ? [{ ...caller.access, sessionId: caller.sessionId }, caller.openedBy] : []
  for (const session of [...callerSessions, testSession, testSession?.openedBy]) {
    if (session?.sessionId !== undefined)
      await signOutUseCase(services, { access: session, sessionId: session.sessionId })
  }
  browserSession.end()
})
