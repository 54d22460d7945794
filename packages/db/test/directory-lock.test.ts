import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { type DirectoryLock, lockDirectory } from '../src/embedded/directory-lock.ts'
import { openEmbeddedPostgres } from '../src/embedded/embedded-postgres.ts'
import { openDatabase } from '../src/index.ts'
import { sharedDump } from './open-in-memory.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let directories = 0
const newDirectory = () => {
  directories += 1
  return path.join(folder, `data${directories}`)
}

/** Leaves the socket of a lock behind, as a killed process does. */
async function leaveSocket(directory: string): Promise<void> {
  mkdirSync(directory)
  const server = createServer().listen(path.join(directory, 'other.sock'))
  await once(server, 'listening')
  // `close` deletes the socket at the path at which the server listens, so it keeps the renamed one.
  renameSync(path.join(directory, 'other.sock'), path.join(directory, 'lock.sock'))
  server.close()
  await once(server, 'close')
}

describe('lockDirectory', () => {
  it('creates the directory, and rejects a second caller with the process id of the holder', async () => {
    const directory = newDirectory()
    const lock = await lockDirectory(directory)
    const { message } = (await lockDirectory(directory).catch((error: Error) => error)) as Error
    expect(message).toBe(`${directory} is in use by process ${process.pid}, running since ${message.slice(-24)}`)
    expect(Math.abs(Date.parse(message.slice(-24)) - Date.now())).toBeLessThan(60_000)
    await lock.release()
  })

  it('locks a directory again after its release', async () => {
    const directory = newDirectory()
    for (let times = 0; times < 3; times++) await (await lockDirectory(directory)).release()
  })

  it('locks only the given directory', async () => {
    const locks = await Promise.all([lockDirectory(newDirectory()), lockDirectory(newDirectory())])
    for (const lock of locks) await lock.release()
    expect(locks).toHaveLength(2)
  })

  it('locks a directory whose path is too long for a socket', async () => {
    const directory = path.join(newDirectory(), 'd'.repeat(120))
    const lock: DirectoryLock = await lockDirectory(directory)
    await expect(lockDirectory(directory)).rejects.toThrow(`${directory} is in use by process ${process.pid}`)
    await lock.release()
    await (await lockDirectory(directory)).release()
  })

  it('passes the lock of a killed process to exactly one of several concurrent callers', async () => {
    const directory = newDirectory()
    await leaveSocket(directory)
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => lockDirectory(directory)))
    const locks = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value)
    expect(locks).toHaveLength(1)
    for (const { reason } of outcomes.filter((outcome) => outcome.status === 'rejected'))
      expect(String(reason)).toMatch(/ is in use by (another process that is starting|process \d+, running since)/)
    await locks[0]!.release()
  })

  it('rejects while another process takes over the lock, unless that process was killed in the meantime', async () => {
    const directory = newDirectory()
    await leaveSocket(directory)
    const mark = path.join(directory, 'lock.sock.takeover')
    mkdirSync(mark)
    await expect(lockDirectory(directory)).rejects.toThrow('is in use by another process that is starting')
    // A takeover ends within 10 seconds, so an older mark was left by a killed process.
    const elevenSecondsAgo = new Date(Date.now() - 11_000)
    utimesSync(mark, elevenSecondsAgo, elevenSecondsAgo)
    const lock = await lockDirectory(directory)
    expect(existsSync(mark)).toBe(false)
    await lock.release()
  })
})

/** PostgreSQL does not start with this dump, because it is not an archive. */
const INVALID_DUMP = new Blob(['no archive'])

describe('An embedded database in a directory', () => {
  it('holds its lock until it is closed', async () => {
    const directory = newDirectory()
    const first = await openEmbeddedPostgres(directory, await sharedDump())
    const opened = openDatabase({ directory }, newSealingKeys())
    await expect(opened).rejects.toMatchObject({
      name: 'DatabaseStartError',
      message: expect.stringMatching(
        /^DATA_DIR .*\/data\d+ is in use by process \d+, .*: stop it, or set DATA_DIR to another directory$/,
      ) as string,
    })
    await first.close()
    await (await lockDirectory(directory)).release()
  })

  it('explains a lost connection as damaged files, and passes other errors on', async () => {
    const { explain, close } = await openEmbeddedPostgres(newDirectory(), await sharedDump())
    const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    expect(() => explain(lost)).toThrow(/pgdata cannot be opened as a database \(read ECONNRESET\)/)
    const failed = new Error('migration failed')
    expect(() => explain(failed)).toThrow(failed)
    await close()
  })

  it('is created again if its creation was interrupted', async () => {
    const directory = newDirectory()
    mkdirSync(path.join(directory, 'pgdata'), { recursive: true })
    const mark = path.join(directory, 'pgdata/creating')
    const incompleteFile = path.join(directory, 'pgdata/incomplete')
    for (const file of [mark, incompleteFile]) writeFileSync(file, '')
    const database = await openEmbeddedPostgres(directory, await sharedDump())
    expect([existsSync(mark), existsSync(incompleteFile)]).toEqual([false, false])
    await database.close()
  })

  it('stays marked as incomplete while its creation fails', async () => {
    const directory = newDirectory()
    await expect(openEmbeddedPostgres(directory, INVALID_DUMP)).rejects.toThrow()
    expect(existsSync(path.join(directory, 'pgdata/creating'))).toBe(true)
  })

  it('keeps a backup that replaces the folder of an interrupted creation', async () => {
    const source = newDirectory()
    const directory = newDirectory()
    const created = await openEmbeddedPostgres(source, await sharedDump())
    await created.pool.query('CREATE TABLE kept ()')
    await created.close()
    await expect(openEmbeddedPostgres(directory, INVALID_DUMP)).rejects.toThrow()
    rmSync(path.join(directory, 'pgdata'), { recursive: true })
    cpSync(path.join(source, 'pgdata'), path.join(directory, 'pgdata'), { recursive: true })
    const restored = await openEmbeddedPostgres(directory)
    expect((await restored.pool.query('TABLE kept')).rows).toEqual([])
    await restored.close()
  })

  it('is not created over files that are no database', async () => {
    const directory = newDirectory()
    mkdirSync(path.join(directory, 'pgdata'), { recursive: true })
    writeFileSync(path.join(directory, 'pgdata/base'), '')
    await expect(openEmbeddedPostgres(directory)).rejects.toThrow(
      `DATA_DIR ${directory}/pgdata cannot be opened as a database (it has files, but no PG_VERSION): ` +
        'make sure that its disk is not full, and restore it from a backup, or move it away to begin with an empty database',
    )
    // The lock was released.
    await (await lockDirectory(directory)).release()
  })

  it('names the directory that cannot be written', async () => {
    const file = path.join(folder, 'file')
    writeFileSync(file, '')
    await expect(openEmbeddedPostgres(path.join(file, 'data'))).rejects.toThrow(
      `DATA_DIR ${file}/data cannot be written (ENOTDIR): make it writable`,
    )
    const directory = newDirectory()
    mkdirSync(directory)
    writeFileSync(path.join(directory, 'pgdata'), '')
    await expect(openEmbeddedPostgres(directory)).rejects.toThrow(
      `DATA_DIR ${directory}/pgdata cannot be written (EEXIST): make it writable`,
    )
  })

  it('releases its lock if PostgreSQL does not start', async () => {
    const directory = newDirectory()
    await expect(openEmbeddedPostgres(directory, INVALID_DUMP)).rejects.toThrow('(PostgreSQL does not start in it)')
    await (await lockDirectory(directory)).release()
  })
})
