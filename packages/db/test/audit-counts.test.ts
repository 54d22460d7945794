import { type AuditAction, createIdGenerator } from '@partner-accounts/core'
import { expect, it } from 'vitest'
import { createAuditTrail } from '../src/audit/audit-trail.ts'
import { databasesOfThisFile } from './opened-databases.ts'

const { openMigrated } = databasesOfThisFile()
const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 10, 26, 13, 5)
const entryOf = (id: string, action: AuditAction) => ({
  actor: { kind: 'portal-user' as const, id },
  action,
  subjectId: id,
  partnerId: 'p1',
})

it('the sign-ins of a user in an hour are stored as one entry with their number, and other actions as an entry each', async () => {
  const { prisma } = await openMigrated({ directory: undefined })
  let time = START
  const trail = createAuditTrail(
    prisma,
    () => Promise.reject(new Error('not called')),
    createIdGenerator(() => time),
  )
  const readStored = async () => {
    const select = { actorName: true, action: true, count: true }
    const rows = await prisma.auditEntry.findMany({ select, orderBy: { id: 'asc' } })
    return rows.map(({ actorName, action, count }) => `${actorName} ${action.replace('portal-user.', '')} ${count}`)
  }
  // The last of these sign-ins is at 13:55, in the same hour as the first.
  for (let sent = 0; sent < 60; sent++) {
    time += 50_000
    await trail.record(entryOf('ana', 'portal-user.token-issued'))
  }
  await trail.record(entryOf('ana', 'portal-user.sign-in-failed'), entryOf('bia', 'portal-user.token-issued'))
  await trail.record(entryOf('ana', 'portal-user.sign-in-failed'))
  for (let changed = 0; changed < 2; changed++) await trail.record(entryOf('ana', 'portal-user.password-changed'))
  const ofFirstHour = [
    'ana token-issued 60',
    'ana sign-in-failed 2',
    'bia token-issued 1',
    'ana password-changed 1',
    'ana password-changed 1',
  ]
  expect(await readStored()).toEqual(ofFirstHour)
  time += HOUR_MS
  await trail.record(entryOf('ana', 'portal-user.token-issued'))
  await trail.record(entryOf('ana', 'portal-user.token-issued'))
  expect(await readStored()).toEqual([...ofFirstHour, 'ana token-issued 2'])
})
