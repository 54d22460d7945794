import type { Claimed } from '../delivery-queue.ts'
import type { Permission } from '../identity/permissions.ts'
import type { UserNotice } from '../identity/portal-user.ts'

export type MailContent =
  | (UserNotice & { name: string; partnerName: string })
  | {
      kind: 'portal-user-invitation'
      name: string
      partnerName: string
      /** The inviting manager; absent if an operator invites. */
      invitedBy?: string
      permissions: readonly Permission[]
      activationToken: string
    }
  | { kind: 'subscription-activated'; name: string; accountNames: readonly string[] }
  | { kind: 'account-corrected'; name: string; accountName: string }
  | { kind: 'administrator-activation'; name: string; accountName: string; activationToken: string }
  | { kind: 'administrator-welcome'; name: string; accountName: string }

export type MailKind = MailContent['kind']

export const MAIL_STATUSES = ['queued', 'sent', 'failed', 'kept'] as const

/**
 * When mails are sent.
 *
 * `priority`: the lowest number is sent first. Portal users wait for their mails, while those of administrators are sent
 * in bulk.
 *
 * `delaySeconds`: the welcome mail follows the activation mail, so that recipients open the link first. A notice of
 * activations waits for the other accounts of the same call.
 */
export const MAIL_SCHEDULE: Record<MailKind, { priority: number; delaySeconds: number }> = {
  'portal-user-invitation': { priority: 0, delaySeconds: 0 },
  'password-reset': { priority: 0, delaySeconds: 0 },
  'password-changed': { priority: 0, delaySeconds: 0 },
  'second-factor-changed': { priority: 0, delaySeconds: 0 },
  'webhook-disabled': { priority: 1, delaySeconds: 0 },
  'subscription-activated': { priority: 1, delaySeconds: 30 },
  'account-corrected': { priority: 1, delaySeconds: 0 },
  'administrator-activation': { priority: 1, delaySeconds: 0 },
  'administrator-welcome': { priority: 1, delaySeconds: 3 },
}
export const MAIL_KINDS = Object.keys(MAIL_SCHEDULE) as MailKind[]

/** Kinds of mails to an account's administrator. Portal users receive all other kinds. */
export const ADMINISTRATOR_MAIL_KINDS = [
  'administrator-activation',
  'administrator-welcome',
] as const satisfies readonly MailKind[]

/** A `failed` mail is sent only if an operator retries it. A `kept` mail belongs to a test partner and is never sent. */
export type MailStatus = (typeof MAIL_STATUSES)[number]

export interface NewMail {
  recipient: string
  content: MailContent
  partnerId?: string
  accountId?: string
}

/** A mail without its content, which may contain an activation link. */
export interface MailSummary {
  id: string
  kind: MailKind
  recipient: string
  status: MailStatus
  attempts: number
  lastError: string | null
  createdAt: Date
  sentAt: Date | null
}

export interface MailRecord extends MailSummary {
  partnerId: string | null
  accountId: string | null
}

export interface ClaimedMail extends Claimed, Pick<MailSummary, 'kind' | 'recipient'> {
  /** An error if the content cannot be read: `mail-key-removed` if its sealing key was removed. */
  content: MailContent | Error
  /** Absent in mails that concern no partner. */
  reseller?: Reseller | undefined
}

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** Returns the message (RFC 5322) as a mail server receives it. */
export type ComposeMail = (
  mail: Pick<NewMail, 'content'> & Pick<ClaimedMail, 'id' | 'recipient' | 'reseller'>,
) => Promise<string>

export type RenderMail = (mail: Pick<NewMail, 'content'> & Pick<ClaimedMail, 'reseller'>) => RenderedMail

/** The partner that sold an account, and its address for customers. */
export interface Reseller {
  name: string
  /** E-mail of the portal user who created the account, while that user is active. */
  email: string | undefined
}

declare module '../dependencies.ts' {
  interface Dependencies {
    renderMail: RenderMail
    composeMail: ComposeMail
  }
}
