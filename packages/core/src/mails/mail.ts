import type { Permission, UserNotice } from '../portal-users/portal-user.ts'
import type { Claimed } from '../queue/delivery-queue.ts'

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
  | { kind: 'administrator-activation'; name: string; accountName: string; activationToken: string }
  | { kind: 'administrator-welcome'; name: string; accountName: string }

export type MailKind = MailContent['kind']

export const MAIL_STATUSES = ['queued', 'sent', 'failed', 'kept'] as const

/**
 * `priority`: the lowest number goes first: portal users wait for their mails, administrators' come in bulk.
 *
 * `delaySeconds`: the welcome mail follows the activation mail, so that recipients open the link first. A notice of
 * activations waits for further accounts of the same call.
 */
export const MAIL_SCHEDULE: Record<MailKind, { priority: number; delaySeconds: number }> = {
  'portal-user-invitation': { priority: 0, delaySeconds: 0 },
  'password-reset': { priority: 0, delaySeconds: 0 },
  'password-changed': { priority: 0, delaySeconds: 0 },
  'second-factor-changed': { priority: 0, delaySeconds: 0 },
  'webhook-disabled': { priority: 1, delaySeconds: 0 },
  'subscription-activated': { priority: 1, delaySeconds: 30 },
  'administrator-activation': { priority: 1, delaySeconds: 0 },
  'administrator-welcome': { priority: 1, delaySeconds: 3 },
}
export const MAIL_KINDS = Object.keys(MAIL_SCHEDULE) as MailKind[]

/** A `failed` mail is sent only if an operator retries it, a `kept` one, of a test partner, never. */
export type MailStatus = (typeof MAIL_STATUSES)[number]

export interface NewMail {
  recipient: string
  content: MailContent
  partnerId?: string
  accountId?: string
}

/** Without the content, which may contain an activation link. */
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
  /** An error if it cannot be read, `mail-key-removed` without its sealing key. */
  content: MailContent | Error
  /** Absent in mails to operators. */
  reseller?: Reseller | undefined
}

/** The content is erased once the mail is sent. */
export interface StoredMail extends MailSummary {
  content: MailContent | undefined
  reseller: Reseller | undefined
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

/** Who sold an account, and how customers reach them. */
export interface Reseller {
  name: string
  /** Of the portal user who created the account, while active. */
  email: string | undefined
}

/** Mails are sent only if the transaction commits. */
export interface MailOutbox {
  queue(mail: NewMail): Promise<string>

  retry(ids: readonly string[]): Promise<MailSummary[]>

  /** @returns `false` when the mail was sent */
  discard(id: string): Promise<boolean>

  find(id: string): Promise<StoredMail | undefined>
}
