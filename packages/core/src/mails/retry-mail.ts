import type { Actor } from '../audit/audit-trail.ts'
import { DomainError } from '../errors.ts'
import type { Transact } from '../unit-of-work.ts'
import type { MailSummary } from './mail.ts'

/**
 * Sends a mail on its way again that had failed for good.
 *
 * @throws DomainError `mail-not-found` when there is no failed mail with that id
 */
export const retryMail = ({ transact }: { transact: Transact }, actor: Actor, id: string): Promise<MailSummary> =>
  transact(async ({ mails, audit }) => {
    const mail = await mails.retry(id)
    if (!mail) throw new DomainError('mail-not-found')
    await audit.record({ actor, action: 'mail.retried', subjectId: id, partnerId: null, accountId: null })
    return mail
  })
