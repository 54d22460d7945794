import { PGlite } from '@electric-sql/pglite'
import { Pool, type PoolConfig } from 'pg'
import { lockDirectory } from './directory-lock.ts'
import { PGliteStream } from './pglite-stream.ts'

/** A PostgreSQL inside this process, reached through an ordinary `pg` pool. */
export interface EmbeddedPostgres {
  pool: Pool
  close(): Promise<void>
}

/**
 * Opens, and makes at first, a PostgreSQL in a directory of its own.
 *
 * @param directory where it keeps its files; undefined keeps everything in memory
 * @throws Error when another process has the directory open
 */
export async function openEmbeddedPostgres(directory: string | undefined): Promise<EmbeddedPostgres> {
  const lock = directory === undefined ? undefined : await lockDirectory(directory)
  try {
    const pglite = await PGlite.create(directory === undefined ? 'memory://' : `${directory}/pgdata`)
    const pool = new Pool(poolConfig(pglite))
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

/** PGlite is a single session: one connection, which never idles out. */
const poolConfig = (pglite: PGlite): PoolConfig => ({
  user: 'postgres',
  database: 'postgres',
  max: 1,
  idleTimeoutMillis: 0,
  stream: () => new PGliteStream(pglite),
})
