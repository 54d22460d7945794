import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { Partner } from '../partners/partner.ts'
import type { PortalUser, PortalUserAccess } from './portal-user.ts'

/** The partner may be suspended, which the portal shows. */
export interface Session {
  user: PortalUser
  partner: Partner
  access: PortalUserAccess
}

/** @throws `forbidden` for a disabled user, `unauthenticated` when the user no longer exists */
export async function findSession(
  { stores: { portalUsers, partners } }: Pick<Dependencies, 'stores'>,
  { access }: { access: PortalUserAccess },
): Promise<Session> {
  if (access.userStatus !== 'active') throw new DomainError('forbidden')
  const [user, partner, current] = await Promise.all([
    portalUsers.find(access.userId, access.partnerId),
    partners.find(access.partnerId),
    portalUsers.findAccess(access.userId, access.partnerId),
  ])
  if (!user || !partner || !current) throw new DomainError('unauthenticated')
  return { user, partner, access: current }
}
