import {
  emptyTestPartner,
  openTestPartner,
  signOut,
  TEST_MODE_PERMISSIONS,
  type TokenSubject,
} from '@partner-accounts/core'
import { requirePage } from '../authorize.ts'
import type { ApiContext } from '../context.ts'
import { RequestError } from '../errors/request-error.ts'
import { startSession } from '../sessions/start-session.ts'
import { partnerProcedure, publicProcedure } from '../trpc.ts'

/** The test partner of a live partner. */
export const testPartner = {
  /** Opens the test partner: replaces the browser's session with one of it. */
  open: partnerProcedure(...TEST_MODE_PERMISSIONS).mutation(async ({ ctx }) => {
    const { services, userId, partnerId, caller } = ctx
    requirePage(ctx.browserSession)
    if (caller.kind !== 'portal-user' || caller.sessionId === undefined) throw new RequestError('bad-request')
    const { access, sessionId } = caller
    const subject = await openTestPartner(services, { userId, partnerId })
    const openedBy = { userId, partnerId, tokenGeneration: access.tokenGeneration, sessionId }
    await renewRow(services, openedBy)
    await startSession(ctx, { ...subject, openedBy }, 'replace')
    return { id: subject.userId }
  }),
  /** Empties the caller's test partner for up to two seconds. Repeat the call until `isEmpty`. */
  empty: partnerProcedure('users:manage').mutation(({ ctx: { services, userId, partnerId } }) =>
    emptyTestPartner(services, { actor: { kind: 'portal-user', id: userId }, id: partnerId }),
  ),
  /** Closes the test partner: returns to the session that opened it. */
  close: publicProcedure.mutation(async ({ ctx }) => {
    const { services, caller } = ctx
    const browserSession = requirePage(ctx.browserSession)
    if (caller.kind !== 'portal-user' || !caller.openedBy || caller.sessionId === undefined)
      throw new RequestError('bad-request')
    const { access, sessionId, openedBy } = caller
    await signOut(services, { access, sessionId })
    await renewRow(services, openedBy)
    await browserSession.replace(openedBy)
    return { id: openedBy.userId }
  }),
}

/** Keeps the live session in the user's list for as long as the browser's new cookie is valid. */
async function renewRow(
  { stores, portalSessionSeconds }: ApiContext['services'],
  { partnerId, userId, sessionId }: TokenSubject,
): Promise<void> {
  if (sessionId === undefined) return
  await stores.portalSessions.renew({ partnerId, userId, sessionId }, portalSessionSeconds)
}
