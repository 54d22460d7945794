import {
  emptyTestPartner,
  LIMITS,
  openTestPartner,
  TEST_MODE_PERMISSIONS,
  type TokenSubject,
} from '@partner-accounts/core'
import { requirePage } from '../authorize.ts'
import type { ApiContext } from '../context.ts'
import { RequestError } from '../errors/request-error.ts'
import { startSession } from '../sessions/start-session.ts'
import { partnerProcedure } from '../trpc.ts'

/** The test partner of a live partner. */
export const testPartner = {
  /** Opens the test partner. Continues the test session that this live session opened, or starts a test session. */
  open: partnerProcedure(...TEST_MODE_PERMISSIONS).mutation(async ({ ctx }) => {
    const { services, userId, partnerId, caller } = ctx
    const browserSession = requirePage(ctx.browserSession)
    if (caller.kind !== 'portal-user' || caller.sessionId === undefined) throw new RequestError('bad-request')
    const { access, sessionId } = caller
    const subject = await openTestPartner(services, { userId, partnerId })
    const openedBy = { userId, partnerId, tokenGeneration: access.tokenGeneration, sessionId }
    await renewSession(services, openedBy)
    const current = await browserSession.findTestSession()
    if (current?.openedBy?.sessionId === sessionId && (await isSessionOpen(services, subject, current.sessionId))) {
      await renewSession(services, current)
      await browserSession.replace(current)
    } else {
      await startSession(ctx, { ...subject, openedBy }, 'replace')
    }
    return { id: subject.userId }
  }),
  /** Deletes the test partner's accounts, mails and events. Stops after two seconds. Repeat the call until `isEmpty`. */
  empty: partnerProcedure('users:manage').mutation(({ ctx: { services, userId, partnerId } }) =>
    emptyTestPartner(services, { actor: { kind: 'portal-user', id: userId }, id: partnerId }),
  ),
}

async function isSessionOpen(
  { stores }: ApiContext['services'],
  user: TokenSubject,
  sessionId: string | undefined,
): Promise<boolean> {
  const openSessions = await stores.portalSessions.list(user, LIMITS.listedSessions)
  return openSessions.some(({ id }) => id === sessionId)
}

/** Keeps a session in its user's list for as long as its cookie is valid. */
async function renewSession(
  { stores, portalSessionSeconds }: ApiContext['services'],
  { partnerId, userId, sessionId }: TokenSubject,
): Promise<void> {
  if (sessionId === undefined) return
  await stores.portalSessions.renew({ partnerId, userId, sessionId }, portalSessionSeconds)
}
