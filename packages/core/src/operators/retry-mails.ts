import type { Actor, AuditEntry, ChangeInput } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import type { PageRequest, RecordPage } from '../record-page.ts'
import type { MailRecord } from '../mails/mail.ts'
import type { MailFilter } from './operator-queries.ts'
import { DomainError } from '../errors.ts'
import { inTransaction } from '../in-transaction.ts'

export interface RetryMailsInput {
  actor: Actor
  filter: Omit<MailFilter, 'id' | 'status'>
  page: PageRequest
  dryRun: boolean
}

/** Queues a page of failed mails again and returns them, except those that another call has queued. */
export async function retryMails(
  { stores, transact }: Pick<Dependencies, 'stores' | 'transact'>,
  { actor, filter, page, dryRun }: RetryMailsInput,
): Promise<RecordPage<MailRecord>> {
  const failed = await stores.operatorQueries.mails({ ...filter, status: 'failed' }, page)
  if (dryRun || failed.items.length === 0) return failed
  const queued = await transact(async ({ mails, audit }) => {
    const retried = await mails.retry(failed.items.map(({ id }) => id))
    await audit.record(...retried.map(({ id }) => retriedEntry(actor, id)))
    return new Set(retried.map(({ id }) => id))
  })
  return { ...failed, items: failed.items.filter(({ id }) => queued.has(id)) }
}

/** @throws `mail-not-found` */
export const retryMail = inTransaction(async ({ mails, audit }, { actor, id }: ChangeInput) => {
  const [mail] = await mails.retry([id])
  if (!mail) throw new DomainError('mail-not-found')
  await audit.record(retriedEntry(actor, id))
  return mail
})

const retriedEntry = (actor: Actor, subjectId: string): AuditEntry => ({ actor, action: 'mail.retried', subjectId })
