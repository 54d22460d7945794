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
import { FIND, QUEUE, RETRY } from '../../sql/mail-statements.ts'
import { NO_PARTNER } from '../no-partner.ts'
import { findReseller } from './find-reseller.ts'
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
    // Not one statement: Citus cannot return enums from an update.
    const retried = (await this.#statements.run(RETRY, { ids })).map(({ id }) => id)
    const rows = await this.#client.mail.findMany({ select: columns, where: { id: { in: retried } } })
    return rows.map(toSummary)
  }

  async find(id: string): Promise<StoredMail | undefined> {
    const [row] = await this.#statements.run(FIND, { id })
    if (!row) return undefined
    const { sealed_content: sealed, partnerId, accountId, ...mail } = row
    return {
      ...toSummary(mail),
      reseller: await findReseller(this.#statements, { partnerId, accountId }),
      content: sealed === null ? undefined : unsealContent(id, sealed, this.#sealingKeys),
    }
  }
}

const toSummary = ({ kind, ...mail }: MailRow): MailSummary => ({ ...mail, kind: fromStoredKind(kind) })
