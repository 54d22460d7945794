/** What a mail is about; each has a template in every language. */
export type MailContent =
  | { kind: 'portal-user-invitation'; name: string; partnerName: string; activationToken: string }
  | { kind: 'administrator-activation'; name: string; accountName: string; activationToken: string }
  | { kind: 'administrator-welcome'; name: string; accountName: string }

export type MailKind = MailContent['kind']

/** `failed` for good: it waits for someone to retry it. */
export type MailStatus = 'queued' | 'sent' | 'failed'

/** A mail as it is queued. */
export interface NewMail {
  id: string
  recipient: string
  content: MailContent
  partnerId: string | null
  accountId: string | null
}

/** A mail as operators see it: never with its content, which may hold a link that opens something. */
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

/** A mail that one worker has taken, for a limited time, to deliver it. */
export interface ClaimedMail {
  id: string
  recipient: string
  content: MailContent
  /** How often it was taken, this time included. */
  attempts: number
}
