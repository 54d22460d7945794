import {
  MAIL_PRIORITIES,
  type MailOutbox,
  type MailSummary,
  type NewMail,
  type SealingKeys,
} from '@partner-accounts/core'
import type { Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { fromStoredKind, sealContent, toStoredKind } from './mail-content.ts'

const columns = {
  id: true,
  kind: true,
  recipient: true,
  status: true,
  attempts: true,
  lastError: true,
  createdAt: true,
  sentAt: true,
} satisfies Prisma.MailSelect

type MailRow = Prisma.MailGetPayload<{ select: typeof columns }>

/** Queues mails in PostgreSQL. */
export class PrismaMailOutbox implements MailOutbox {
  readonly #client: Client
  readonly #sealingKeys: SealingKeys

  constructor(client: Client, sealingKeys: SealingKeys) {
    this.#client = client
    this.#sealingKeys = sealingKeys
  }

  async queue({ id, recipient, content, partnerId, accountId }: NewMail): Promise<void> {
    const sealedContent = sealContent(id, content, this.#sealingKeys)
    const { kind } = content
    const data = {
      id,
      kind: toStoredKind(kind),
      priority: MAIL_PRIORITIES[kind],
      recipient,
      sealedContent,
      partnerId,
      accountId,
    }
    await this.#client.mail.create({ data, select: { id: true } })
  }

  async retry(id: string): Promise<MailSummary | undefined> {
    // Due immediately, regardless of this instance's clock.
    const data = { status: 'queued', dueAt: new Date(0) } as const
    const where = { id, status: 'failed' } as const
    const [row] = await this.#client.mail.updateManyAndReturn({ data, select: columns, where })
    return row && toSummary(row)
  }
}

const toSummary = ({ kind, ...mail }: MailRow): MailSummary => ({ ...mail, kind: fromStoredKind(kind) })
