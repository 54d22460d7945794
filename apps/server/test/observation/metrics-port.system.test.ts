import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { postgresPrograms, type PostgresServer, startPostgres } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort, startBuiltService, untilReady } from '../built-service.ts'
import { ERRORS } from '../expected-errors.ts'
import { startDemoService } from './demo-service.ts'

const programs = postgresPrograms()
const newKey = () => randomBytes(32).toString('base64url')

describe.skipIf(!programs)('METRICS_PORT (requires PostgreSQL)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-metrics-'))
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '')
  })
  afterAll(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = (environment: Record<string, string>) => {
    const service = startBuiltService(folder, {
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url,
      TOKEN_SIGNING_KEYS: `k1:${newKey()}`,
      DATA_SEALING_KEY: newKey(),
      INTERNAL_API_KEY: newKey(),
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'no-reply@partner.example',
      SHUTDOWN_DRAIN_SECONDS: '0',
      ...environment,
    })
    onTestFinished(async () => {
      service.process.kill('SIGTERM')
      await service.ended
    })
    return service
  }
  const freePorts = async () => ({ PORT: String(await freePort()), METRICS_PORT: String(await freePort()) })
  const getMetrics = (port: string) => fetch(`http://127.0.0.1:${port}/metrics`)

  it('serves metrics in production, where PORT does not', async () => {
    const ports = await freePorts()
    await untilReady(start(ports))
    const scraped = await getMetrics(ports.METRICS_PORT)
    expect(scraped.headers.get('content-type')).toMatch(/^text\/plain; version=0.0.4/)
    expect(await scraped.text()).toContain('database_pool_connections')
    const response = await getMetrics(ports.PORT)
    expect({ status: response.status, body: await response.json() }).toEqual(ERRORS.routeNotFound)
  })

  it('reports the version in metrics, in /health/live and in the log line of the start', async () => {
    const ports = await freePorts()
    const service = start({ ...ports, SERVICE_VERSION: '1.2.3' })
    await untilReady(service)
    expect(await (await getMetrics(ports.METRICS_PORT)).text()).toContain('build_info{version="1.2.3"} 1\n')
    const live = await fetch(`http://127.0.0.1:${ports.PORT}/health/live`)
    expect(await live.json()).toEqual({ status: 'live', version: '1.2.3' })
    expect(service.output()).toMatch(/"version":"1.2.3".*"ready"/)
  })

  it('makes the start fail when it is set to a port in use', async () => {
    const { PORT, METRICS_PORT } = await freePorts()
    const taken = createServer().listen(Number(METRICS_PORT), '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const service = start({ PORT, METRICS_PORT })
    expect(await service.ended).toBe(1)
    expect(service.output()).toMatch(/EADDRINUSE.*:\d+/)
  })

  it('is optional: the service starts without metrics when the default port is in use', async () => {
    const taken = createServer().listen(9464, '127.0.0.1')
    onTestFinished(() => void taken.close())
    // If another process already uses the port, that process takes the place of this server.
    await once(taken, 'listening').catch(() => undefined)
    const service = start({ PORT: String(await freePort()) })
    await untilReady(service)
    expect(service.output()).toContain('metrics are not served: set METRICS_PORT to a free port')
  })

  it('serves metrics in development, as PORT does', async () => {
    const METRICS_PORT = String(await freePort())
    const service = await startDemoService({ DATABASE_URL: postgres.url, METRICS_PORT })
    onTestFinished(() => service.discard())
    for (const port of [METRICS_PORT, new URL(service.origin).port]) expect((await getMetrics(port)).status).toBe(200)
  })
})
