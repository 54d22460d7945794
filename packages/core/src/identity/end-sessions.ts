import { ownEntry } from '../audit/audit-entry.ts'
import { type Dependencies, inTransaction, type Stores } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import { type PortalUserAccess, tokenSubject } from './portal-user.ts'
import { LIMITS } from '../limits.ts'

/**
 * Ends all sessions and tokens of a user, everywhere within 10 s.
 *
 * @returns the subject of a new session, which replaces the caller's session
 * @throws `unauthenticated` for a user that no longer exists or was disabled
 */
export const signOutElsewhere = inTransaction(
  async ({ portalUsers, audit }, { access }: { access: PortalUserAccess }) => {
    const { userId, partnerId } = access
    await portalUsers.endSessions(userId)
    const current = await portalUsers.findAccess(userId, partnerId)
    if (current?.userStatus !== 'active') throw new DomainError('unauthenticated')
    await audit.record(ownEntry({ id: userId, partnerId }, 'portal-user.signed-out-elsewhere'))
    return tokenSubject(current)
  },
)

/**
 * Additional time for which an ended session is remembered. Other instances learn of the end within 10 s, and may renew the
 * cookie until then.
 */
const PROPAGATION_SECONDS = 60

interface SignOutInput {
  access: Pick<PortalUserAccess, 'userId' | 'partnerId'>
  sessionId: string
}

interface EndSessionInput {
  access: PortalUserAccess
  sessionId: string
}

/**
 * Ends a session. Copies of its cookie are rejected everywhere within 10 s. The list of ended sessions is limited: if a user
 * exceeds it, all the user's sessions end.
 */
export const signOut = (
  { stores, portalSessionSeconds }: Pick<Dependencies, 'stores' | 'portalSessionSeconds'>,
  input: SignOutInput,
): Promise<void> => end(stores, input, portalSessionSeconds)

/** Ends another session of the same user. Ignores ended sessions, and those of other users. */
export const endSession = (
  { transact, portalSessionSeconds }: Pick<Dependencies, 'transact' | 'portalSessionSeconds'>,
  input: EndSessionInput,
): Promise<void> =>
  transact(async (stores) => {
    const { access, sessionId } = input
    const openSessions = await stores.portalSessions.list(access, LIMITS.listedSessions)
    if (!openSessions.some(({ id }) => id === sessionId)) return
    await end(stores, input, portalSessionSeconds)
    const { userId, partnerId } = access
    await stores.audit.record(ownEntry({ id: userId, partnerId }, 'portal-user.signed-out-elsewhere'))
  })

async function end(
  { portalSessions, portalUsers }: Pick<Stores, 'portalSessions' | 'portalUsers'>,
  { access: { userId, partnerId }, sessionId }: SignOutInput,
  portalSessionSeconds: number,
): Promise<void> {
  const endedCount = await portalSessions.end(
    { userId, partnerId, sessionId },
    portalSessionSeconds + PROPAGATION_SECONDS,
  )
  if (endedCount > LIMITS.endedSessions) await portalUsers.endSessions(userId)
}
