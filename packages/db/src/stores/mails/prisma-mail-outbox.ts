import {
  MAIL_PRIORITIES,
  mailDelaySeconds,
  type MailOutbox,
  type MailSummary,
  type NewMail,
  type SealingKeys,
  type StoredMail,
} from '@partner-accounts/core'
import type { Statements } from '../../driver/statements.ts'
import type { Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { FIND, QUEUE } from '../../sql/mail-statements.ts'
import { NO_PARTNER } from '../no-partner.ts'
import { fromStoredKind, sealContent, toStoredKind, unsealContent } from './mail-content.ts'

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
  readonly #statements: Statements
  readonly #sealingKeys: SealingKeys

  constructor(client: Client, statements: Statements, sealingKeys: SealingKeys) {
    this.#client = client
    this.#statements = statements
    this.#sealingKeys = sealingKeys
  }

  async queue({ id, recipient, content, partnerId, accountId }: NewMail): Promise<void> {
    const { kind } = content
    await this.#statements.run(QUEUE, {
      ...{ id, recipient, partnerId: partnerId ?? NO_PARTNER, accountId },
      kind: toStoredKind(kind),
      priority: MAIL_PRIORITIES[kind],
      delaySeconds: mailDelaySeconds(kind),
      sealedContent: sealContent(id, content, this.#sealingKeys),
    })
  }

  async retry(ids: readonly string[]): Promise<MailSummary[]> {
    // Due immediately, regardless of this instance's clock.
    const data = { status: 'queued', dueAt: new Date(0) } as const
    const where: Prisma.MailWhereInput = { id: { in: [...ids] }, status: 'failed' }
    return (await this.#client.mail.updateManyAndReturn({ data, select: columns, where })).map(toSummary)
  }

  async find(id: string): Promise<StoredMail | undefined> {
    const [row] = await this.#statements.run(FIND, { id })
    if (!row) return undefined
    const { reseller_name: name, reseller_email: email, sealed_content: sealed, ...mail } = row
    return {
      ...toSummary(mail),
      reseller: name === null ? undefined : { name, email: email ?? undefined },
      content: sealed === null ? undefined : unsealContent(id, sealed, this.#sealingKeys),
    }
  }
}

const toSummary = ({ kind, ...mail }: MailRow): MailSummary => ({ ...mail, kind: fromStoredKind(kind) })
