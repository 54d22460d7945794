import { DomainError } from '../errors.ts'
import { normalizeEmail } from '../identity/email.ts'
import { LIMITS } from '../limits.ts'
import type { PortalUserKind } from '../identity/portal-user.ts'
import type { Manager } from './as-manager.ts'

const DAY_MS = 86_400_000

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)

/**
 * Requires a pause between invitations to an address, and limits a partner's per day.
 *
 * @throws `invitation-just-sent`, `too-many-invitations`
 */
export async function requireInvitationQuota(
  { stores: { records }, user: { partnerId } }: Manager,
  email: string,
): Promise<void> {
  const kind = 'portal-user-invitation'
  const { pauseSeconds, perDay } = LIMITS.invitations
  const recipient = normalizeEmail(email)
  const toAddress = await records.mails({ kind, recipient, from: secondsAgo(pauseSeconds) }, { limit: 1 })
  const since = new Date(Date.now() - DAY_MS)
  const ofPartner = await records.mails({ kind, partnerId, from: since }, { limit: perDay })
  const [last] = recipient ? toAddress.items : []
  if (last) {
    const elapsedSeconds = (Date.now() - last.createdAt.getTime()) / 1000
    const retryAfterSeconds = Math.max(1, Math.ceil(pauseSeconds - elapsedSeconds))
    throw new DomainError('invitation-just-sent', { retryAfterSeconds })
  }
  if (ofPartner.items.length >= perDay) throw new DomainError('too-many-invitations')
}

/** @throws `team-full` */
export async function requireRoom(
  { stores: { portalUsers }, user: { partnerId } }: Manager,
  kind: PortalUserKind,
): Promise<void> {
  if ((await portalUsers.count(partnerId, kind)) >= LIMITS.teamSize[kind]) throw new DomainError('team-full')
}
