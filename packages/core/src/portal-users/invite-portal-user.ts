import { issueActivationToken } from '../activation-links/activation-token.ts'
import type { Actor } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import { normalizeEmail } from '../email.ts'
import { DomainError } from '../errors.ts'
import type { Partner } from '../partners/partner.ts'
import type { Stores } from '../unit-of-work.ts'
import type { Permission } from './permission.ts'
import type { PortalUser } from './portal-user.ts'
import type { NewPortalUser } from './portal-user-store.ts'

/** The person to invite, and who invites. */
export interface InvitePortalUserInput {
  actor: Actor
  partnerId: string
  email: string
  name: string
  permissions: readonly Permission[]
}

/**
 * Invites a portal user by a mail with a link. A repeated invitation of a user that is not active sends a new
 * link and invalidates the previous one.
 *
 * @throws DomainError `partner-not-found`, `portal-user-already-active`, `portal-user-email-taken` when the
 *   e-mail belongs to a user of another partner
 */
export const invitePortalUser = (
  { transact, newId }: Pick<Dependencies, 'transact' | 'newId'>,
  { actor, ...request }: InvitePortalUserInput,
): Promise<PortalUser> =>
  transact(async (stores) => {
    const partner = await stores.partners.find(request.partnerId)
    if (!partner) throw new DomainError('partner-not-found')

    const { token, stored } = issueActivationToken('portal-user')
    const invitation = { ...request, status: 'invited', passwordHash: null, activation: stored } as const
    const address = normalizeEmail(request.email)
    const known = address && (await stores.portalUsers.findByEmail(address))
    const id = known?.id ?? newId()
    if (known) await inviteAgain(stores, known, invitation)
    else await stores.portalUsers.add({ id, ...invitation })

    const user: PortalUser = { id, ...request, email: known?.email ?? request.email, status: 'invited' }
    await queueInvitation(stores, newId(), user, partner, token)
    await stores.audit.record({
      actor,
      action: 'portal-user.invited',
      subjectId: id,
      partnerId: partner.id,
      accountId: null,
    })
    return user
  })

async function inviteAgain({ portalUsers }: Stores, user: PortalUser, invitation: Omit<NewPortalUser, 'id'>) {
  if (user.partnerId !== invitation.partnerId) throw new DomainError('portal-user-email-taken')
  const changed = await portalUsers.change(user.id, invitation, 'active')
  if (!changed) throw new DomainError('portal-user-already-active')
}

const queueInvitation = (
  { mails }: Stores,
  mailId: string,
  { email, name, partnerId }: PortalUser,
  partner: Partner,
  activationToken: string,
) =>
  mails.queue({
    id: mailId,
    recipient: email,
    content: { kind: 'portal-user-invitation', name, partnerName: partner.name, activationToken },
    partnerId,
    accountId: null,
  })
