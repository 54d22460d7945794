import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startService as startProcess, untilReady } from '@partner-accounts/local-servers'
import { createDataDirectory } from '@partner-accounts/local-servers/data-directory'

const SERVICE = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url))

/** Credentials of a portal user. */
export interface SignIn {
  email: string
  password: string
}

/** The built service, in a separate process on a new data directory. */
export interface RunningService {
  /** `{base_url}`, without trailing slash. */
  baseUrl: string
  dataDirectory: string
  /**
   * Users of one partner: `demo` may read and create, `viewer` may read, `pending` is not activated. `test` belongs to
   * their test partner.
   */
  credentials: Record<'demo' | 'viewer' | 'pending' | 'test', SignIn>
  stop(): Promise<void>
}

/**
 * Starts the built service.
 *
 * @param environment additional variables. Without `RATE_LIMIT_REQUESTS`, the limit is too high to matter
 */
export async function startService(environment: Record<string, string> = {}): Promise<RunningService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-sdk-'))
  const dataDirectory = path.join(folder, 'data')
  await createDataDirectory(SERVICE, dataDirectory)
  const port = String(await freePort())
  const settings = { RATE_LIMIT_REQUESTS: '1000000', ...environment, PORT: port, DATA_DIR: dataDirectory }
  const service = startProcess(SERVICE, folder, settings)
  const stop = async () => {
    service.process.kill('SIGKILL')
    await service.ended
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
  const find = (name: string) => {
    const signIn = signIns.find(({ email }) => email.startsWith(`${name}@`))
    if (!signIn) throw new Error(`demo.json lacks ${name}@…`)
    return signIn
  }
  return { demo: find('demo'), viewer: find('viewer'), pending: find('pending'), test: find('test') }
}
