import { readFileSync } from 'node:fs'
import type { Pool } from 'pg'

/** Returns the id of the server's parent process; undefined on systems other than Linux. */
export async function postmasterPid(pool: Pool): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const status = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8')
  return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1])
}
