import type { ChangeInput } from '../audit/actor.ts'
import { inTransaction, type Stores } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { NormalizedEmail } from '../identity/email.ts'
import type { MailKind, MailRecord } from './mail.ts'

/**
 * Deletes an unsent mail.
 *
 * @throws `mail-unknown`, `mail-content-erased` for a sent mail
 */
export const discardMail = inTransaction(async ({ mails, records, audit }, { actor, id }: ChangeInput) => {
  const [mail] = (await records.mails({ id }, { limit: 1 })).items
  if (!mail) throw new DomainError('mail-unknown')
  if (!(await mails.discard(id))) throw new DomainError('mail-content-erased')
  const { partnerId, accountId } = mail
  await audit.record({ actor, action: 'mail.discarded', subjectId: id, partnerId, accountId })
  return mail
})

const PAGE_SIZE = 100

export interface DiscardFilter {
  recipient: NormalizedEmail
  kind?: MailKind
  partnerId?: string | undefined
  accountId?: string | undefined
}

/** Discards and returns the unsent mails that match. */
export async function discardMails({ mails, records }: Stores, filter: DiscardFilter): Promise<MailRecord[]> {
  const discarded: MailRecord[] = []
  for (const status of ['queued', 'failed'] as const) {
    let cursor: string | undefined
    do {
      const page = await records.mails({ ...filter, status }, { limit: PAGE_SIZE, cursor })
      for (const mail of page.items) {
        const isDiscarded = await mails.discard(mail.id)
        if (isDiscarded) discarded.push(mail)
      }
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
  }
  return discarded
}
