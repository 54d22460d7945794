import type { Actor } from '../audit/actor.ts'
import type { Dependencies, Stores } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import { issueActivationToken } from '../identity/activation-link.ts'
import { isReservedEmail, type NormalizedEmail, normalizeEmail } from '../identity/email.ts'
import { DEFAULT_PERMISSIONS, type Permission } from '../identity/permissions.ts'
import type { NewPortalUser } from '../identity/portal-user-store.ts'
import type { PortalUser } from '../identity/portal-user.ts'
import { queueLink } from '../mails/queue-link.ts'

export interface InvitePortalUserInput {
  actor: Actor
  partnerId: string
  email: string
  name: string
  /** Default: the user's previous ones, or `DEFAULT_PERMISSIONS`. */
  permissions?: readonly Permission[] | undefined
  /** The manager's name; absent for operators. */
  invitedBy?: string
}

/**
 * Mails an invitation, which replaces a previous one.
 *
 * @throws `partner-not-found`, `portal-user-already-active`, `portal-user-email-reserved`, and
 * `portal-user-email-taken` if the e-mail belongs to an integration, or to another partner's user with a previous sign-in
 * or a valid link
 */
export const invitePortalUser = (
  { transact, newId }: Pick<Dependencies, 'transact' | 'newId'>,
  { actor, invitedBy, ...request }: InvitePortalUserInput,
): Promise<PortalUser> =>
  transact(async (stores) => {
    const partner = required(await stores.partners.find(request.partnerId), 'partner-not-found')

    const { token, stored } = issueActivationToken('portal-user', partner.id)
    // `undefined` for an e-mail that cannot be normalized, and therefore belongs to nobody.
    const address = normalizeEmail(request.email)
    const existing = address && (await findOrReleaseEmail(stores, address, partner.id))
    const permissions = request.permissions ?? existing?.permissions ?? DEFAULT_PERMISSIONS
    const user: PortalUser = {
      id: existing?.id ?? newId(),
      partnerId: partner.id,
      kind: 'person',
      status: 'invited',
      email: existing?.email ?? request.email,
      name: request.name,
      permissions,
    }
    const invited: NewPortalUser = { ...user, passwordHash: null, activation: stored }
    if (existing) {
      await inviteAgain(stores, existing, invited)
    } else {
      if (address && isReservedEmail(address)) throw new DomainError('portal-user-email-reserved')
      await stores.portalUsers.add(invited)
    }

    await queueLink(stores, {
      recipient: user.email,
      content: {
        kind: 'portal-user-invitation',
        name: user.name,
        partnerName: partner.name,
        permissions,
        activationToken: token,
        ...(invitedBy !== undefined && { invitedBy }),
      },
      partnerId: partner.id,
    })
    await stores.audit.record({ actor, action: 'portal-user.invited', subjectId: user.id, partnerId: partner.id })
    return user
  })

/** Returns the user with the e-mail. An unused user of another partner is deleted instead, which releases the e-mail. */
async function findOrReleaseEmail({ portalUsers, audit }: Stores, address: NormalizedEmail, partnerId: string) {
  const user = await portalUsers.findByEmail(address)
  if (!user || user.partnerId === partnerId) return user
  const isDeleted = await portalUsers.deleteUnused(user)
  if (!isDeleted) return user
  const deleted = { action: 'portal-user.erased', subjectId: user.id, partnerId: user.partnerId } as const
  // The other partner does not learn who invites the person.
  await audit.record({ actor: { kind: 'service' }, ...deleted })
  return undefined
}

async function inviteAgain({ portalUsers }: Stores, existing: PortalUser, invited: NewPortalUser) {
  if (existing.partnerId !== invited.partnerId || existing.kind !== 'person')
    throw new DomainError('portal-user-email-taken')
  const changed = await portalUsers.change(existing.id, invited, { unless: 'active' })
  if (!changed) throw new DomainError('portal-user-already-active')
}
