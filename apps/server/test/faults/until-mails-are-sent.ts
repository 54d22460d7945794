import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@partner-accounts/db'
import { expect } from 'vitest'

/** Longer than the polling interval of a worker. */
const SETTLE_MS = 1_500

/** Resolves when all mails are sent, and rejects if the queue stops moving before. */
export async function untilMailsAreSent({ prisma }: Database): Promise<void> {
  const left = () => prisma.mail.count({ where: { status: { not: 'sent' } } })
  const untilUnchanged = async () => {
    for (let before = await left(); before > 0;) {
      await wait(SETTLE_MS)
      const now = await left()
      if (now === before) break
      before = now
    }
  }
  await untilUnchanged()
  // A claim that was committed just before the database died has no worker. It expires after a minute, here immediately.
  await prisma.mail.updateMany({ data: { dueAt: new Date(0) }, where: { status: 'queued' } })
  await untilUnchanged()
  expect(await left()).toBe(0)
}
