import { readFileSync } from 'node:fs'
import { Client } from 'pg'

/** Returns the servers' pids; none on systems other than Linux. */
export async function postmasterPids(urls: readonly string[]): Promise<number[]> {
  return process.platform === 'linux' ? Promise.all(urls.map(postmasterPid)) : []
}

async function postmasterPid(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const status = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8')
  await client.end()
  return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1])
}
