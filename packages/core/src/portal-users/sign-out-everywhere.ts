import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { PortalUserAccess } from './portal-user.ts'

/**
 * Ends all sessions and tokens of the signed-in user, on every instance within 10 s.
 *
 * @throws DomainError `unauthenticated` when the user no longer exists
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
      accountId: null,
    })
  })
