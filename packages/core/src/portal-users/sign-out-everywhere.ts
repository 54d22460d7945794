import type { Dependencies } from '../dependencies.ts'
import { LIMITS } from '../limits.ts'
import { DomainError } from '../errors.ts'
import type { PortalUserAccess } from './portal-user.ts'

/**
 * Takes effect on every instance within 10 s.
 *
 * @throws `unauthenticated` when the user no longer exists
 */
export const signOutEverywhere = (
  { transact }: Pick<Dependencies, 'transact'>,
  { access: { userId, partnerId } }: { access: PortalUserAccess },
): Promise<void> =>
  transact(async ({ portalUsers, audit }) => {
    if (!(await portalUsers.endSessions(userId))) throw new DomainError('unauthenticated')
    await audit.record({
      actor: { kind: 'portal-user', id: userId },
      action: 'portal-user.signed-out-everywhere',
      subjectId: userId,
      partnerId,
    })
  })

/** Other instances may extend a session's cookie until they know that it has ended. */
const PROPAGATION_SECONDS = 60

/**
 * Rejects copies of the cookie on every instance within 10 s. Extremely frequent sign-outs end all sessions, which
 * limits the list of ended ones.
 */
export async function signOut(
  { stores: { portalUsers }, portalSessionSeconds }: Pick<Dependencies, 'stores' | 'portalSessionSeconds'>,
  { access: { userId: id, partnerId }, sessionId }: { access: PortalUserAccess; sessionId: string },
): Promise<void> {
  const ended = await portalUsers.endSession({ id, partnerId }, sessionId, portalSessionSeconds + PROPAGATION_SECONDS)
  if (ended > LIMITS.endedSessions) await portalUsers.endSessions(id)
}
