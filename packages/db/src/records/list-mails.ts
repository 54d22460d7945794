import type { ListRequest, MailFilter, MailSummary } from '@partner-accounts/core'
import { partnerOf } from '../keys.ts'
import { mailColumns } from '../mails/mail-outbox.ts'
import { isLiveOnly } from '../partners/test-partners.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { narrowStates, toConditions } from '../prisma/stored.ts'
import { createdWithin, following, inOrder, toList } from './record-list.ts'

export async function listMails(client: Client, filter: MailFilter, page: ListRequest) {
  const { id, status, kind, recipient, partnerId, accountId, from, to } = filter
  const where = toConditions<Prisma.MailWhereInput>({
    AND: [
      { id: following(page) },
      toConditions<Prisma.MailWhereInput>({ id }),
      { id: createdWithin(from, to) },
      // Mails of test partners are kept instead of sent.
      isLiveOnly(filter) ? { status: { not: 'kept' } } : {},
    ],
    status,
    kind,
    recipientKey: recipient,
    partnerId,
    accountId,
  })
  const rows = await client.mail.findMany({
    select: { ...mailColumns, partnerId: true, accountId: true },
    where,
    ...inOrder(page),
  })
  const count = (take: number) => client.mail.count({ where, take })
  return toList(rows, page, count, ({ partnerId: owner, ...mail }) => ({
    ...mail,
    ...narrowStates<MailSummary>(mail),
    partnerId: partnerOf(owner),
  }))
}
