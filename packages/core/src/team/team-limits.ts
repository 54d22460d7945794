import { DomainError } from '../errors.ts'
import { normalizeEmail } from '../identity/email.ts'
import { LIMITS } from '../limits.ts'
import type { PortalUserKind } from '../identity/portal-user.ts'
import type { MailRecord } from '../mails/mail.ts'
import type { Manager } from './as-manager.ts'

const DAY_SECONDS = 86_400

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)

/**
 * Requires a pause since the last invitation to an e-mail, and limits a partner's invitations per day.
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
  if (recipient) {
    const [last] = (await records.mails({ kind, recipient, from: secondsAgo(pauseSeconds) }, { limit: 1 })).items
    if (last) throw justSent(last, pauseSeconds)
  }
  const invitations = await records.mails({ kind, partnerId, from: secondsAgo(DAY_SECONDS) }, { limit: perDay })
  if (invitations.items.length >= perDay) throw new DomainError('too-many-invitations')
}

function justSent({ createdAt }: MailRecord, pauseSeconds: number): DomainError {
  const elapsedSeconds = (Date.now() - createdAt.getTime()) / 1000
  const retryAfterSeconds = Math.max(1, Math.ceil(pauseSeconds - elapsedSeconds))
  return new DomainError('invitation-just-sent', { retryAfterSeconds })
}

/** @throws `team-full` */
export async function requireRoom(
  { stores: { portalUsers }, user: { partnerId } }: Manager,
  kind: PortalUserKind,
): Promise<void> {
  if ((await portalUsers.count(partnerId, kind)) >= LIMITS.teamSize[kind]) throw new DomainError('team-full')
}
