import type { ClaimedMail, MailDeliveries, MailQueueState } from '@partner-accounts/core'
import type { Client } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { reachingStorage } from '../storage-errors.ts'
import { unsealContent } from './mail-content.ts'

interface ClaimedRow {
  id: string
  recipient: string
  sealed_content: Uint8Array
  attempts: number
}

/** Deliveries of mails queued in PostgreSQL. */
export class PrismaMailDeliveries implements MailDeliveries {
  readonly #client: Client
  readonly #sealingKey: Uint8Array

  constructor(client: Client, sealingKey: Uint8Array) {
    this.#client = client
    this.#sealingKey = sealingKey
  }

  async claim(claimSeconds: number): Promise<ClaimedMail | undefined> {
    // Rows that another worker is just taking are skipped; what is taken is not due until the claim has run out.
    const [row] = await reachingStorage(
      () => this.#client.$queryRaw<ClaimedRow[]>`
        UPDATE mails
        SET attempts = attempts + 1, due_at = clock_timestamp() + make_interval(secs => ${claimSeconds})
        WHERE id = (
          SELECT id FROM mails
          WHERE status = 'queued' AND due_at <= clock_timestamp()
          ORDER BY due_at
          LIMIT 1
          FOR UPDATE SKIP LOCKED
        )
        RETURNING id, recipient, sealed_content, attempts`,
    )
    if (!row) return undefined
    const { id, recipient, attempts } = row
    return { id, recipient, attempts, content: unsealContent(id, row.sealed_content, this.#sealingKey) }
  }

  markSent(mail: ClaimedMail): Promise<void> {
    return this.#update(mail, { status: 'sent', sentAt: new Date(), sealedContent: null, lastError: null })
  }

  async markFailed(mail: ClaimedMail, lastError: string, retryInSeconds: number | undefined): Promise<void> {
    if (retryInSeconds === undefined) return this.#update(mail, { status: 'failed', lastError })
    // By the database's clock, as claims are: an instance's own may be off.
    await reachingStorage(
      () => this.#client.$executeRaw`
        UPDATE mails
        SET due_at = clock_timestamp() + make_interval(secs => ${retryInSeconds}), last_error = ${lastError}
        WHERE id = ${mail.id} AND attempts = ${mail.attempts} AND status = 'queued'`,
    )
  }

  async state(countTo: number): Promise<MailQueueState> {
    const [row] = await reachingStorage(
      () => this.#client.$queryRaw<[MailQueueState]>`
        SELECT
          (SELECT count(*) FROM (SELECT FROM mails WHERE status = 'queued' LIMIT ${countTo}) AS counted)::int AS queued,
          (SELECT count(*) FROM (SELECT FROM mails WHERE status = 'failed' LIMIT ${countTo}) AS counted)::int AS failed,
          coalesce(extract(epoch FROM clock_timestamp() - (
            SELECT min(due_at) FROM mails WHERE status = 'queued' AND due_at <= clock_timestamp()
          )), 0)::float8 AS "overdueSeconds"`,
    )
    return row
  }

  /** The number of attempts is the claim: once another worker has taken the mail, it is another. */
  async #update({ id, attempts }: ClaimedMail, data: Prisma.MailUpdateManyMutationInput): Promise<void> {
    await reachingStorage(() => this.#client.mail.updateMany({ data, where: { id, attempts, status: 'queued' } }))
  }
}
