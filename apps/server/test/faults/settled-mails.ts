import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@partner-accounts/db'
import { expect } from 'vitest'

/** Longer than a worker rests. */
const UNCHANGED_FOR_MS = 1_500

/** Resolves when all mails are sent, and fails when that does not come about. */
export async function untilMailsAreSent({ prisma }: Database): Promise<void> {
  const left = () => prisma.mail.count({ where: { status: { not: 'sent' } } })
  const untilUnchanged = async () => {
    for (let before = await left(); before > 0;) {
      await wait(UNCHANGED_FOR_MS)
      const now = await left()
      if (now === before) break
      before = now
    }
  }
  await untilUnchanged()
  // A claim whose answer was lost with the database is nobody's. It runs out after a minute: here, now.
  await prisma.mail.updateMany({ data: { dueAt: new Date(0) }, where: { status: 'queued' } })
  await untilUnchanged()
  expect(await left()).toBe(0)
}
