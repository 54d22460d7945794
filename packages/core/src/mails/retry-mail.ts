import type { Actor, AuditEntry } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { MailSummary } from './mail.ts'

export interface RetryMailInput {
  actor: Actor
  id: string
}

/**
 * Queues a mail again after its delivery has failed permanently.
 *
 * @throws DomainError `mail-not-found` when there is no failed mail with that id
 */
export const retryMail = (
  { transact }: Pick<Dependencies, 'transact'>,
  { actor, id }: RetryMailInput,
): Promise<MailSummary> =>
  transact(async ({ mails, audit }) => {
    const [mail] = await mails.retry([id])
    if (!mail) throw new DomainError('mail-not-found')
    await audit.record(retriedEntry(actor, id))
    return mail
  })

/** Returns the audit entry of a mail that is queued again. */
export const retriedEntry = (actor: Actor, id: string): AuditEntry => ({
  actor,
  action: 'mail.retried',
  subjectId: id,
})
