import type { Actor, ChangeInput } from '../audit/actor.ts'
import type { AuditEntry } from '../audit/audit-entry.ts'
import { type Dependencies, inTransaction } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { MailRecord } from '../mails/mail.ts'
import type { PageRequest, RecordPage } from '../record-page.ts'
import type { MailFilter } from '../records/record-queries.ts'

export interface RetryMailsInput {
  actor: Actor
  filter: Omit<MailFilter, 'id' | 'status'>
  /** `queued`: mails that wait for a retry. */
  status: 'failed' | 'queued'
  page: PageRequest
  dryRun: boolean
}

/**
 * Makes a page of failed or deferred mails due, and returns those mails. Leaves out mails that another call has made due,
 * or that are due soon anyway.
 */
export async function retryMails(
  { stores, transact }: Pick<Dependencies, 'stores' | 'transact'>,
  { actor, filter, status, page, dryRun }: RetryMailsInput,
): Promise<RecordPage<MailRecord>> {
  const found = await stores.records.mails({ ...filter, status }, page)
  // A queued mail without an error waits for its first attempt.
  const candidates = found.items.filter((mail) => status === 'failed' || mail.lastError !== null)
  if (dryRun || candidates.length === 0) return { ...found, items: candidates }
  const retriedIds = await transact(async ({ mails, audit }) => {
    const retried = await mails.retry(candidates.map(({ id }) => id))
    await audit.record(...retried.map(({ id }) => retriedEntry(actor, id)))
    return new Set(retried.map(({ id }) => id))
  })
  return { ...found, items: candidates.filter(({ id }) => retriedIds.has(id)) }
}

/** @throws `mail-not-found` */
export const retryMail = inTransaction(async ({ mails, audit }, { actor, id }: ChangeInput) => {
  const [mail] = await mails.retry([id])
  if (!mail) throw new DomainError('mail-not-found')
  await audit.record(retriedEntry(actor, id))
  return mail
})

const retriedEntry = (actor: Actor, subjectId: string): AuditEntry => ({ actor, action: 'mail.retried', subjectId })
