import type { Actor, AuditEntry } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { MailSummary } from './mail.ts'

export interface RetryMailInput {
  actor: Actor
  id: string
}

/** @throws `mail-not-found` */
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

export const retriedEntry = (actor: Actor, id: string): AuditEntry => ({
  actor,
  action: 'mail.retried',
  subjectId: id,
})
