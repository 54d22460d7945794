import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endProcess } from './end-process.ts'
import { freePort } from './free-port.ts'
import { waitForOutput } from './wait-for-output.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

export function hasPgBouncer(): boolean {
  try {
    execFileSync(PROGRAM, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export interface PgBouncer {
  url: string
  stop(): Promise<void>
}

export async function startPgBouncer(
  serverUrl: string,
  mode: 'session' | 'transaction' | 'statement',
): Promise<PgBouncer> {
  const { hostname, port: serverPort } = new URL(serverUrl)
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-pgbouncer-'))
  const configuration = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    configuration,
    `[databases]
postgres = host=${hostname} port=${serverPort} user=postgres dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
max_client_conn = 100
default_pool_size = 20
`,
  )
  // PgBouncer does not run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', ['-R', 'postgres:', folder])
  const parameters = isRoot ? ['-u', 'postgres', configuration] : [configuration]
  const server = spawn(PROGRAM, parameters, { stdio: ['ignore', 'ignore', 'pipe'] })
  await waitForOutput(server, server.stderr, /process up/)
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await endProcess(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
