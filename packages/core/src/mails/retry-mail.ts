import type { Actor, AuditEntry } from '../audit/audit-trail.ts'
import { DomainError } from '../errors.ts'
import { inTransaction } from '../in-transaction.ts'

export interface RetryMailInput {
  actor: Actor
  id: string
}

/** @throws `mail-not-found` */
export const retryMail = inTransaction(async ({ mails, audit }, { actor, id }: RetryMailInput) => {
  const [mail] = await mails.retry([id])
  if (!mail) throw new DomainError('mail-not-found')
  await audit.record(retriedEntry(actor, id))
  return mail
})

export const retriedEntry = (actor: Actor, id: string): AuditEntry => ({
  actor,
  action: 'mail.retried',
  subjectId: id,
})
