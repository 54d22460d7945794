import { emptyTestPartner, openTestPartner, signOut } from '@partner-accounts/core'
import { requirePage } from '../authorize.ts'
import { RequestError } from '../errors/request-error.ts'
import { startSession } from '../sessions/sign-in.ts'
import { partnerProcedure, publicProcedure, router } from '../trpc.ts'

/** The test partner of a live partner, for its managers. */
export const testPartner = router({
  /** Replaces the browser's session with one of the test partner. */
  open: partnerProcedure('users:manage').mutation(async ({ ctx }) => {
    const { services, userId, partnerId, caller } = ctx
    requirePage(ctx.browserSession)
    if (caller.kind !== 'portal-user' || caller.sessionId === undefined) throw new RequestError('bad-request')
    const { access, sessionId } = caller
    const subject = await openTestPartner(services, { userId, partnerId })
    const openedBy = { userId, partnerId, tokenGeneration: access.tokenGeneration, sessionId }
    await startSession(ctx, { ...subject, openedBy }, 'replace')
    return { id: subject.userId }
  }),
  /** Deletes a part of the caller's test partner's records: repeated until `isEmpty`. */
  empty: partnerProcedure('users:manage').mutation(({ ctx: { services, userId, partnerId } }) =>
    emptyTestPartner(services, { actor: { kind: 'portal-user', id: userId }, id: partnerId }),
  ),
  /** Returns to the session that opened it. */
  close: publicProcedure.mutation(async ({ ctx }) => {
    const { services, caller } = ctx
    const browserSession = requirePage(ctx.browserSession)
    if (caller.kind !== 'portal-user' || !caller.openedBy || caller.sessionId === undefined)
      throw new RequestError('bad-request')
    await signOut(services, { access: caller.access, sessionId: caller.sessionId })
    await browserSession.replace(caller.openedBy)
    return { id: caller.openedBy.userId }
  }),
})
