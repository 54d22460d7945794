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
        const explained = toDomainError(error)
        // An embedded database has no server that could be unavailable, so this error means damaged files.
        const isUnavailable = explained instanceof DomainError
        if (!isUnavailable || directory === undefined) throw error
        throw damaged(`${directory}/pgdata`, (explained.cause as Error).message, error)
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

const throwDirectoryError = (directory: string) => (error: NodeJS.ErrnoException) => {
  // Errors of the file system have a code. Without a code, another process holds the directory.
  if (error.code === undefined)
    throw directoryError(error.message, 'stop it, or set DATA_DIR to another directory', error)
  throw directoryError(`${directory} cannot be written (${error.code})`, 'make it writable', error)
}

/**
 * Creates a database only if `pgdata` is empty: PGlite would also create one over an incomplete copy of a database. If the
 * creation is interrupted, its mark makes the next start repeat it.
 */
async function openOrCreate(pglite: RevivingPGlite, directory: string): Promise<void> {
  const data = `${directory}/pgdata`
  const mark = `${directory}/creating`
  if (existsSync(mark)) rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const isNew = readdirSync(data).length === 0
  if (isNew) writeFileSync(mark, '')
  else if (!existsSync(`${data}/PG_VERSION`)) throw damaged(data, 'it has files, but no PG_VERSION')
  try {
    await pglite.get()
  } catch (error) {
    // PGlite's own errors are stack traces of WebAssembly.
    throw damaged(data, 'PostgreSQL does not start in it', error)
  }
  rmSync(mark, { force: true })
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
