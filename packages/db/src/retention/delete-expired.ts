import { firstIdAt, LIMITS } from '@partner-accounts/core'
import type { RunStatement } from '../sql/run.ts'
import { PAGE_FILE_DAYS } from '../page-files/page-files.ts'
import { readClock } from '../sql/clock.ts'
import { deleteTestData, type TestData } from './test-data.ts'

export interface RetentionPeriods {
  /** Days after a mail was sent. Failed mails are kept until an operator discards them. */
  mailDays: number
  /** Days after a minute in which the rate limit rejected requests. */
  rejectionDays: number
}

const DAY_MS = 86_400_000

/**
 * Deletes expired records by the database's clock. Each statement deletes at most `limit` rows, so it stays short.
 * @returns the number of deleted rows by table
 */
export async function deleteExpired(
  { client, run, transact }: TestData & { run: RunStatement },
  { mailDays, rejectionDays }: RetentionPeriods,
  limit: number,
): Promise<Record<string, number>> {
  const now = await readClock(run)
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const expired = { where: { expiresAt: { lte: now } }, limit }
  const sentBefore = daysAgo(mailDays)
  // A mail is queued before it is sent, and its id begins with the time of queueing. The condition on ids therefore excludes
  // no mail, but lets PostgreSQL use an index.
  const sentMails = { status: 'sent', id: { lt: firstIdAt(sentBefore) }, sentAt: { lt: sentBefore } } as const
  const finishedDeliveries = {
    status: { in: ['sent', 'failed'] },
    id: { lt: firstIdAt(daysAgo(LIMITS.webhooks.deliveryDays)) },
  }
  const keptTestMails = { status: 'kept', id: { lt: firstIdAt(daysAgo(LIMITS.testMode.days)) } } as const
  return {
    mails:
      (await client.mail.deleteMany({ where: sentMails, limit })).count +
      (await client.mail.deleteMany({ where: keptTestMails, limit })).count,
    webhook_deliveries: (await client.webhookDelivery.deleteMany({ where: finishedDeliveries, limit })).count,
    idempotent_creations: (await client.idempotentCreation.deleteMany(expired)).count,
    provoked_failures: (await client.provokedFailure.deleteMany(expired)).count,
    operator_sessions: (await client.operatorSession.deleteMany(expired)).count,
    operator_sign_in_links: (await client.operatorSignInLink.deleteMany(expired)).count,
    page_files: (await client.pageFile.deleteMany({ where: { keptAt: { lt: daysAgo(PAGE_FILE_DAYS) } }, limit })).count,
    portal_sessions: (await client.portalSession.deleteMany(expired)).count,
    rate_limit_rejections: (
      await client.rateLimitRejections.deleteMany({ where: { minute: { lt: daysAgo(rejectionDays) } }, limit })
    ).count,
    // Last, so that an error in the data of a test partner prevents no other deletion.
    ...(await deleteTestData({ client, transact }, daysAgo(LIMITS.testMode.days), limit)),
  }
}
