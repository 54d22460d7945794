import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { postgresPrograms, type PostgresServer, startPostgres } from '@partner-accounts/local-servers'
import { type NameServer, startNameServer } from '@partner-accounts/local-servers/name-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, MAIN, type StartedService, untilReady } from '../built-service.ts'

const programs = postgresPrograms()
const canMount = canBindMount()
const ENDPOINTS = 10

describe.skipIf(programs === undefined || !canMount)(
  'A partner whose endpoints have a name server that never responds (requires PostgreSQL and the privilege to mount)',
  () => {
    let names: NameServer
    let postgres: PostgresServer
    let folder: string
    let service: StartedService
    let origin: string
    let key: string
    beforeAll(async () => {
      // resolv.conf cannot name a port, so the server uses 53. At this loopback address, no other name server uses the port.
      names = await startNameServer((name) => (name === 'database.example' ? ['127.0.0.1'] : 'silent'), {
        host: '127.0.53.1',
        port: 53,
      })
      postgres = await startPostgres(programs ?? '')
      folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-names-'))
      const port = await freePort()
      origin = `http://127.0.0.1:${port}`
      key = 'internal-key-of-the-silent-name-server-test'
      service = startWithNameServer('127.0.53.1', {
        PORT: String(port),
        DATA_DIR: folder,
        INTERNAL_API_KEY: key,
        DATABASE_URL: postgres.url.replace(/127\.0\.0\.1|localhost/, 'database.example'),
      })
      await untilReady(service)
    })
    afterAll(async () => {
      service.process.kill()
      await service.ended
      await postgres.stop()
      await names.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    /** Starts the built service with its own /etc/resolv.conf. */
    function startWithNameServer(address: string, environment: Record<string, string>): StartedService {
      const file = path.join(folder, 'resolv.conf')
      writeFileSync(file, `nameserver ${address}\n`)
      const script = 'mount --bind "$0" /etc/resolv.conf && exec "$1" "$2"'
      const child = spawn('unshare', ['--mount', 'sh', '-c', script, file, process.execPath, MAIN], {
        env: { LOG_FORMAT: 'json', PATH: process.env['PATH'] ?? '', ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let text = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
      return { process: child, ended, output: () => text }
    }

    const call = async (procedure: string, input: unknown) => {
      const response = await fetch(`${origin}/trpc/${procedure}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      const { result } = (await response.json()) as { result?: { data: { id: string } } }
      return { status: response.status, id: result?.data.id ?? '' }
    }

    it('delays neither the readiness nor requests about other partners', async () => {
      const { id: partnerId } = await call('internal.partners.create', { name: 'Revenda Muda' })
      for (let index = 0; index < ENDPOINTS; index += 1) {
        const { status } = await call('internal.webhooks.create', {
          partnerId,
          url: `https://${index}.silent.example/`,
        })
        expect(status).toBe(200)
      }
      await expect.poll(() => names.queries.some((name) => name.endsWith('silent.example'))).toBe(true)
      // A request looks up the database's name whenever the pool opens a connection.
      const statuses = await Promise.all(
        Array.from({ length: 20 }, async () => (await fetch(`${origin}/health/ready`)).status),
      )
      expect(statuses).toEqual(statuses.map(() => 200))
      // Ends the connections of the pool, so that it opens new ones.
      execFileSync(`${programs}/psql`, [
        postgres.url,
        '-c',
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
      ])
      const started = performance.now()
      await expect.poll(async () => (await fetch(`${origin}/health/ready`)).status).toBe(200)
      const create = async () => (await call('internal.partners.create', { name: 'Revenda Estrela' })).status
      await expect.poll(create).toBe(200)
      // Queued behind the lookups of ten endpoints, the lookup of the database's name would take up to 30 s.
      expect(performance.now() - started).toBeLessThan(20_000)
    })
  },
)

function canBindMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'sh', '-c', 'mount --bind /etc/hosts /etc/resolv.conf'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
