import { DomainError } from '../errors.ts'
import type { Partner } from '../partners/partner.ts'
import type { Stores } from '../unit-of-work.ts'
import type { PortalUser, PortalUserAccess } from './portal-user.ts'

/** Who is signed in, and for whom: also for a suspended partner, so that its users can be told. */
export interface Session {
  user: PortalUser
  partner: Partner
}

/**
 * @throws DomainError `forbidden` for a disabled user, `unauthenticated` when the user is gone
 */
export async function findSession(
  { portalUsers, partners }: Pick<Stores, 'portalUsers' | 'partners'>,
  access: PortalUserAccess,
): Promise<Session> {
  if (access.userStatus !== 'active') throw new DomainError('forbidden')
  const [user, partner] = await Promise.all([portalUsers.find(access.userId), partners.find(access.partnerId)])
  if (!user || !partner) throw new DomainError('unauthenticated')
  return { user, partner }
}
