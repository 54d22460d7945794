import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@partner-accounts/db'

const POLL_MS = 100
/**
 * The queue has settled after this number of unchanged polls: at least 4 s, several times the polling interval of a worker.
 * Polls are counted instead of time, because nothing changes while the machine stalls.
 */
const SETTLED_POLLS = 40
const TIMEOUT_MS = 180_000

/** Resolves when all mails are sent. */
export const untilMailsAreSent = ({ prisma }: Database): Promise<void> =>
  untilNoneLeft(
    () => prisma.mail.count({ where: { status: { not: 'sent' } } }),
    () => prisma.mail.updateMany({ data: { dueAt: new Date(0) }, where: { status: 'queued' } }),
  )

/** Resolves when `countMissing` returns 0, while the deliveries of a partner are sent. */
export const untilWebhooksAreSent = (
  { prisma }: Database,
  partnerId: string,
  countMissing: () => number,
): Promise<void> =>
  untilNoneLeft(
    () => Promise.resolve(countMissing()),
    () => prisma.webhookDelivery.updateMany({ data: { dueAt: new Date(0) }, where: { partnerId, status: 'queued' } }),
  )

/**
 * Polls until nothing is left. A claim is abandoned if its instance or the database died after the commit, or if the
 * database responded too late. Abandoned claims expire after a minute. To save it, expires them when the queue has settled.
 */
async function untilNoneLeft(countLeft: () => Promise<number>, expireClaims: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  let unchangedPolls = 0
  for (let left = await countLeft(); left > 0;) {
    if (performance.now() > deadline) throw new Error(`${left} deliveries were not sent within ${TIMEOUT_MS} ms`)
    await wait(POLL_MS)
    const stillLeft = await countLeft()
    unchangedPolls = stillLeft === left ? unchangedPolls + 1 : 0
    left = stillLeft
    if (unchangedPolls < SETTLED_POLLS) continue
    await expireClaims()
    unchangedPolls = 0
  }
}
