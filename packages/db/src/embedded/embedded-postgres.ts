import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { DomainError } from '@partner-accounts/core'
import { Pool, type PoolConfig } from 'pg'
import { toDomainError } from '../driver/database-errors.ts'
import { type DatabaseStartError, directoryError } from '../driver/start-error.ts'
import { lockDirectory } from './directory-lock.ts'
import { PGliteStream } from './pglite-stream.ts'
import { RevivingPGlite } from './reviving-pglite.ts'

/** Less than 5 s, the longest that a client should wait. */
const CONNECT_TIMEOUT_MS = 4_500

/**
 * Opens PGlite behind a pool of `pg`.
 *
 * @param directory `undefined` for a database in memory
 * @param dump the content of a new database
 * @throws DatabaseStartError if another process has the directory open, or its files are damaged
 */
export async function openEmbeddedPostgres(directory: string | undefined, dump?: Blob) {
  const lock =
    directory === undefined ? undefined : await lockDirectory(directory).catch(throwDirectoryError(directory))
  try {
    const pglite = new RevivingPGlite(directory === undefined ? 'memory://' : `${directory}/pgdata`, dump)
    await (directory === undefined ? pglite.get() : openOrCreate(pglite, directory))
    const pool = new Pool(poolConfig(pglite))
    // Without a listener, the error of an idle connection would end the process.
    pool.on('error', () => {})
    return {
      pool,
      /** Throws a `DatabaseStartError` if the error means that the files are damaged, else the error itself. */
      explain(error: unknown): never {
        const domainError = toDomainError(error)
        // This is the error for a server that is unavailable. An embedded database has no server, so its files are damaged.
        const hasDamagedFiles = domainError instanceof DomainError && directory !== undefined
        if (!hasDamagedFiles) throw error
        throw damaged(`${directory}/pgdata`, (domainError.cause as Error).message, error)
      },
      async close() {
        await pool.end()
        await pglite.close()
        await lock?.release()
      },
    }
  } catch (error) {
    await lock?.release()
    throw error
  }
}

const throwDirectoryError =
  (directory: string) =>
  (error: unknown): never => {
    const { code, message } = error as NodeJS.ErrnoException
    // Errors of the file system have a code. Without a code, the message names the process that has the directory open.
    if (code === undefined) throw directoryError(message, 'stop it, or set DATA_DIR to another directory', error)
    throw directoryError(`${directory} cannot be written (${code})`, 'make it writable', error)
  }

/** Opens the database in `pgdata`, or creates it there first. */
async function openOrCreate(pglite: RevivingPGlite, directory: string): Promise<void> {
  const data = `${directory}/pgdata`
  const mark = `${data}/creating`
  try {
    prepareFolder(data, mark)
  } catch (error) {
    throwDirectoryError(data)(error)
  }
  // PGlite would also create a database over an incomplete copy of another one.
  const isIncomplete = !existsSync(mark) && !existsSync(`${data}/PG_VERSION`)
  if (isIncomplete) throw damaged(data, 'it has files, but no PG_VERSION')
  try {
    await pglite.get()
  } catch (error) {
    // PGlite's own errors are stack traces of WebAssembly.
    throw damaged(data, 'PostgreSQL does not start in it', error)
  }
  rmSync(mark, { force: true })
}

/**
 * Empties the folder of a database whose creation was interrupted, and marks the folder of a new one. The mark is in the
 * folder itself, so that nothing deletes a backup that replaces the folder.
 */
function prepareFolder(data: string, mark: string): void {
  if (existsSync(mark)) rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (readdirSync(data).length === 0) writeFileSync(mark, '')
}

/** A full disk has the same symptoms as damaged files. */
const damaged = (data: string, reason: string, cause?: unknown): DatabaseStartError =>
  directoryError(
    `${data} cannot be opened as a database (${reason})`,
    'make sure that its disk is not full, and restore it from a backup, or move it away to begin with an empty database',
    cause,
  )

/**
 * All connections share PGlite's only session. Each new connection drops the prepared statements of the previous
 * connections, because `pg` considers their names unused.
 */
const poolConfig = (pglite: RevivingPGlite): PoolConfig => ({
  user: 'postgres',
  database: 'postgres',
  max: 1,
  idleTimeoutMillis: 0,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  stream: () => new PGliteStream(pglite),
  // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits the promise, although its type returns void
  onConnect: async (client) => void (await client.query('DEALLOCATE ALL')),
})
