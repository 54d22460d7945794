import { DatabaseStartError } from '@partner-accounts/db'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { migrateOnceReachable } from './migrate-once-reachable.ts'

const logger = pino({ level: 'silent' })
const isTemporary = true
const UNREACHABLE = new DatabaseStartError('unreachable', undefined, isTemporary)

/** Returns a database whose migration fails with these errors, one per call, and then succeeds. */
function databaseFailingWith(...errors: Error[]) {
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

it('migrateOnceReachable waits for an unreachable database', async () => {
  const database = databaseFailingWith(UNREACHABLE)
  expect(await migrateOnceReachable(database, 60_000, logger)).toEqual(['init'])
  expect(database.attempts).toBe(2)
})

it.each([
  ['the connection is rejected', new DatabaseStartError('wrong password'), 60_000],
  ['a migration fails', new Error('syntax error'), 60_000],
  ['the database is still unreachable at the deadline', UNREACHABLE, 0],
])('migrateOnceReachable fails without another attempt when %s', async (_case, error, timeoutMs) => {
  const database = databaseFailingWith(error)
  await expect(migrateOnceReachable(database, timeoutMs, logger)).rejects.toBe(error)
  expect(database.attempts).toBe(1)
})

it('migrateOnceReachable logs what the migrations wait for and which were applied', async () => {
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
