import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const SERVICE = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url))

/** How a portal user signs in. */
export interface SignIn {
  email: string
  password: string
}

/** The built service, as a process of its own on an empty data directory. */
export interface RunningService {
  /** `{base_url}`, without trailing slash. */
  baseUrl: string
  dataDirectory: string
  /** Users of one partner: `demo` may read and create, `viewer` may read, `pending` is not activated. */
  credentials: Record<'demo' | 'viewer' | 'pending', SignIn>
  stop(): Promise<void>
}

/** @param environment added to that of the service; its rate limit is out of the way unless given */
export async function startService(environment: Record<string, string> = {}): Promise<RunningService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-sdk-'))
  const dataDirectory = path.join(folder, 'data')
  const port = String(await freePort())
  const service = spawn(process.execPath, [SERVICE], {
    cwd: folder,
    env: { RATE_LIMIT_REQUESTS: '1000000', ...environment, PORT: port, DATA_DIR: dataDirectory },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => service.once('close', resolve))
  const stop = async () => {
    service.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  await untilReady(service).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const baseUrl = `http://127.0.0.1:${port}/partners/v1`
  return { baseUrl, dataDirectory, credentials: readCredentials(dataDirectory), stop }
}

function readCredentials(dataDirectory: string): RunningService['credentials'] {
  const signIns = JSON.parse(readFileSync(path.join(dataDirectory, 'demo.json'), 'utf8')) as SignIn[]
  const [demo, viewer, pending] = ['demo', 'viewer', 'pending'].map((name) =>
    signIns.find(({ email }) => email.startsWith(`${name}@`)),
  )
  if (!demo || !viewer || !pending) throw new Error('demo.json lacks a user')
  return { demo, viewer, pending }
}

function untilReady(service: ChildProcess): Promise<void> {
  let log = ''
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      log += chunk.toString()
      if (log.includes('"ready"')) resolve()
    }
    service.stdout?.on('data', listen)
    service.stderr?.on('data', listen)
    service.once('error', reject)
    service.once('close', () => reject(new Error(`ended before it was ready:\n${log}`)))
  })
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
