import {
  CLAIM_SECONDS,
  type IdGenerator,
  type MailOutbox,
  type MailSummary,
  type SealingKeys,
} from '@partner-accounts/core'
import { NO_PARTNER } from '../keys.ts'
import { bytes, type Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { narrowStates } from '../prisma/stored.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { findReseller, queuedMail, unsealContent } from './content.ts'

export const mailColumns = {
  id: true,
  kind: true,
  recipient: true,
  status: true,
  attempts: true,
  lastError: true,
  createdAt: true,
  sentAt: true,
} satisfies Prisma.MailSelect

export const createMailOutbox = (
  client: Client,
  run: RunStatement,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
): MailOutbox => ({
  async queue(mail) {
    const id = newId()
    const { partnerId = NO_PARTNER, accountId = null } = mail
    const { delay, sealedContent, ...columns } = queuedMail(mail, id, sealingKeys)
    const isTest = (await client.partner.count({ where: { id: partnerId, testOf: { not: null } } })) > 0
    await client.mail.create({
      data: {
        ...columns,
        sealedContent: bytes(sealedContent),
        partnerId,
        accountId,
        ...(isTest && { status: 'kept' }),
        ...(delay > 0 && { dueAt: secondsAfter(await readClock(run), delay) }),
      },
      select: { id: true },
    })
    return id
  },

  async retry(ids) {
    const now = await readClock(run)
    // A claim postpones a mail by `CLAIM_SECONDS`. A mail that is due even later is not in flight, but waits for a retry.
    const deferred = { status: 'queued', lastError: { not: null }, dueAt: { gt: secondsAfter(now, CLAIM_SECONDS) } }
    const rows = await client.mail.updateManyAndReturn({
      data: { status: 'queued', attempts: 0, dueAt: now },
      select: mailColumns,
      where: { id: { in: [...ids] }, OR: [{ status: 'failed' }, deferred] },
    })
    return rows.map((row) => narrowStates<MailSummary>(row))
  },

  async discard(id) {
    const { count } = await client.mail.deleteMany({ where: { id, status: { not: 'sent' } } })
    return count > 0
  },

  async find(id) {
    const select = { ...mailColumns, sealedContent: true, partnerId: true, accountId: true } as const
    const row = await client.mail.findFirst({ select, where: { id } })
    if (!row) return undefined
    const { sealedContent, partnerId, accountId, ...mail } = row
    return {
      ...narrowStates<MailSummary>(mail),
      reseller: await findReseller(client, { partnerId, accountId }),
      content: sealedContent === null ? undefined : unsealContent(id, sealedContent, sealingKeys),
    }
  },
})
