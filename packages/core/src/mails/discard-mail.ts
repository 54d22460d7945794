import type { ChangeInput } from '../audit/audit-trail.ts'
import type { NormalizedEmail } from '../email.ts'
import { DomainError } from '../errors.ts'
import { inTransaction } from '../in-transaction.ts'
import type { MailRecord } from './mail.ts'
import type { Stores } from '../unit-of-work.ts'

/** @throws `mail-unknown`, `mail-content-erased` for a sent mail */
export const discardMail = inTransaction(async ({ mails, operatorQueries, audit }, { actor, id }: ChangeInput) => {
  const [mail] = (await operatorQueries.mails({ id }, { limit: 1 })).items
  if (!mail) throw new DomainError('mail-unknown')
  if (!(await mails.discard(id))) throw new DomainError('mail-content-erased')
  const { partnerId, accountId } = mail
  await audit.record({ actor, action: 'mail.discarded', subjectId: id, partnerId, accountId })
  return mail
})

const MAX_DISCARDED = 100

/** Discards and returns the unsent mails about an account to an address. */
export async function discardMailsTo(
  { mails, operatorQueries }: Stores,
  filter: { accountId: string; recipient: NormalizedEmail },
): Promise<MailRecord[]> {
  const discarded: MailRecord[] = []
  for (const status of ['queued', 'failed'] as const) {
    const { items } = await operatorQueries.mails({ ...filter, status }, { limit: MAX_DISCARDED })
    for (const mail of items) if (await mails.discard(mail.id)) discarded.push(mail)
  }
  return discarded
}
