import { DatabaseStartError } from '@partner-accounts/db'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { migrateOnceReachable } from './migrate-once-reachable.ts'

const logger = pino({ level: 'silent' })
const UNREACHABLE = new DatabaseStartError('unreachable', undefined, true)

/** Rejects with the given errors, one per call, then succeeds. */
function databaseAfter(...errors: Error[]) {
  const database = {
    attempts: 0,
    migrate() {
      database.attempts += 1
      const error = errors[database.attempts - 1]
      return error ? Promise.reject(error) : Promise.resolve(['init'])
    },
  }
  return database
}

it('waits for an unreachable database', async () => {
  const database = databaseAfter(UNREACHABLE)
  expect(await migrateOnceReachable(database, 60_000, logger)).toEqual(['init'])
  expect(database.attempts).toBe(2)
})

it.each([
  ['the connection is rejected', new DatabaseStartError('wrong password'), 60_000],
  ['a migration fails', new Error('syntax error'), 60_000],
  ['the database is still unreachable at the deadline', UNREACHABLE, 0],
])('fails without another attempt when %s', async (_case, error, timeoutMs) => {
  const database = databaseAfter(error)
  await expect(migrateOnceReachable(database, timeoutMs, logger)).rejects.toBe(error)
  expect(database.attempts).toBe(1)
})

it('migrations log what they wait for and what they applied', async () => {
  const lines: object[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as object)
  const migrate = (onWait?: (message: string) => void) => {
    onWait?.('waiting for a lock')
    return Promise.resolve(['one', 'two'])
  }
  expect(await migrateOnceReachable({ migrate }, 0, pino({ base: null, timestamp: false }, { write }))).toEqual([
    'one',
    'two',
  ])
  expect(lines).toEqual([
    { level: 40, msg: 'waiting for a lock' },
    { level: 30, migration: 'one', msg: 'migration applied' },
    { level: 30, migration: 'two', msg: 'migration applied' },
  ])
})
