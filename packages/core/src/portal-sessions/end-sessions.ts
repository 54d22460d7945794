import { ownEntry } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import { inTransaction } from '../in-transaction.ts'
import { LIMITS } from '../limits.ts'
import { DomainError } from '../errors.ts'
import { type PortalUserAccess, tokenSubject } from '../portal-users/portal-user.ts'
import type { Stores } from '../unit-of-work.ts'

/**
 * Takes effect everywhere within 10 s, also for tokens.
 *
 * @returns the subject of a new session
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

/** Other instances may meanwhile extend an ended session's cookie. */
const PROPAGATION_SECONDS = 60

interface EndSessionInput {
  access: PortalUserAccess
  sessionId: string
}

/**
 * Rejects copies of the cookie everywhere within 10 s. Extremely frequent sign-outs end all sessions, which limits the
 * list of ended ones.
 */
export const signOut = (
  { stores, portalSessionSeconds }: Pick<Dependencies, 'stores' | 'portalSessionSeconds'>,
  input: { access: Pick<PortalUserAccess, 'userId' | 'partnerId'>; sessionId: string },
): Promise<void> => end(stores, input, portalSessionSeconds)

/** Ignores ended sessions, and those of others. */
export const endSession = (
  { transact, portalSessionSeconds }: Pick<Dependencies, 'transact' | 'portalSessionSeconds'>,
  input: EndSessionInput,
): Promise<void> =>
  transact(async (stores) => {
    const { access, sessionId } = input
    const open = await stores.portalSessions.list(access, LIMITS.listedSessions)
    if (!open.some(({ id }) => id === sessionId)) return
    await end(stores, input, portalSessionSeconds)
    const { userId, partnerId } = access
    await stores.audit.record(ownEntry({ id: userId, partnerId }, 'portal-user.signed-out-elsewhere'))
  })

async function end(
  { portalSessions, portalUsers }: Pick<Stores, 'portalSessions' | 'portalUsers'>,
  { access: { userId, partnerId }, sessionId }: Parameters<typeof signOut>[1],
  portalSessionSeconds: number,
): Promise<void> {
  const ended = await portalSessions.end({ userId, partnerId, sessionId }, portalSessionSeconds + PROPAGATION_SECONDS)
  if (ended > LIMITS.endedSessions) await portalUsers.endSessions(userId)
}
