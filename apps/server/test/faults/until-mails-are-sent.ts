import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@partner-accounts/db'

/** Several times the polling interval of a worker. */
const SETTLE_MS = 4_000
const POLL_MS = 100
const TIMEOUT_MS = 60_000

/** Resolves when all mails are sent. */
export async function untilMailsAreSent({ prisma }: Database): Promise<void> {
  const left = () => prisma.mail.count({ where: { status: { not: 'sent' } } })
  const deadline = performance.now() + TIMEOUT_MS
  let count = await left()
  let changedAt = performance.now()
  while (count > 0) {
    if (performance.now() > deadline) throw new Error(`${count} mails were not sent within ${TIMEOUT_MS} ms`)
    await wait(POLL_MS)
    const now = await left()
    if (now !== count) changedAt = performance.now()
    count = now
    if (performance.now() - changedAt < SETTLE_MS) continue
    // A claim that was committed just before the database died has no worker. It expires after a minute, here earlier.
    await prisma.mail.updateMany({ data: { dueAt: new Date(0) }, where: { status: 'queued' } })
    changedAt = performance.now()
  }
}
