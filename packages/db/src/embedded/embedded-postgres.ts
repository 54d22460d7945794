import { Pool, type PoolConfig } from 'pg'
import { lockDirectory } from './directory-lock.ts'
import { PGliteStream } from './pglite-stream.ts'
import { RevivingPGlite } from './reviving-pglite.ts'

/** Timeout of waiting for the only session. Clients wait for 5 s at most. */
const CONNECT_TIMEOUT_MS = 4_500

/** A PostgreSQL inside this process, with an ordinary `pg` pool. */
export interface EmbeddedPostgres {
  pool: Pool
  close: () => Promise<void>
}

/**
 * Opens a PostgreSQL in its own directory, and creates it first if necessary.
 *
 * @param directory where it keeps its files; undefined keeps everything in memory
 * @throws Error if another process has the directory open
 */
export async function openEmbeddedPostgres(directory: string | undefined): Promise<EmbeddedPostgres> {
  const lock = directory === undefined ? undefined : await lockDirectory(directory)
  try {
    const pglite = new RevivingPGlite(directory === undefined ? 'memory://' : `${directory}/pgdata`)
    await pglite.get()
    const pool = new Pool(poolConfig(pglite))
    // Without a listener, the error of an idle connection would end the process.
    pool.on('error', () => {})
    return {
      pool,
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

/**
 * PGlite has a single session: one connection, which is never closed for being idle. A new connection would find the
 * statements that the previous connection prepared, under names that it considers unused, so they are dropped.
 */
const poolConfig = (pglite: RevivingPGlite): PoolConfig => ({
  user: 'postgres',
  database: 'postgres',
  max: 1,
  idleTimeoutMillis: 0,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  stream: () => new PGliteStream(pglite),
  // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool awaits the promise, although its type returns void
  onConnect: async (client) => void (await client.query('DEALLOCATE ALL')),
})
