import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createData, freePort, startBuiltService, type StartedService, untilReady } from '../built-service.ts'
import type { TestPortalUser } from '../harness.ts'

/** The built service on a new data directory, with its demo users. */
export interface DemoService extends StartedService {
  origin: string
  baseUrl: string
  /** Credentials of the demo users, by the part of the e-mail before the `@`. */
  users: Record<'demo' | 'viewer' | 'pending', Pick<TestPortalUser, 'email' | 'password'>>
  /** Ends the service if necessary, and deletes its data. */
  discard(): Promise<void>
}

export async function startDemoService(environment: Record<string, string> = {}): Promise<DemoService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-demo-'))
  const data = path.join(folder, 'data')
  await createData(data)
  const port = String(await freePort())
  const service = startBuiltService(folder, {
    PORT: port,
    DATA_DIR: data,
    RATE_LIMIT_REQUESTS: '1000000',
    ...environment,
  })
  const discard = async () => {
    service.process.kill('SIGKILL')
    await service.ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(service)
    const credentials = JSON.parse(readFileSync(path.join(data, 'demo.json'), 'utf8')) as DemoService['users']['demo'][]
    const entries = credentials.map((user) => [user.email.split('@')[0], user])
    const users = Object.fromEntries(entries) as DemoService['users']
    const origin = `http://127.0.0.1:${port}`
    return { ...service, origin, baseUrl: `${origin}/partners/v1`, users, discard }
  } catch (error) {
    await discard()
    throw error
  }
}
