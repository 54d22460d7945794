import { existsSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { postgresPrograms, type PostgresServer, startPostgres } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoService, startDemoService } from '../observation/demo-service.ts'

const MB = 1024 * 1024
const BODY_BYTES = 600 * MB
/** compose.yaml limits an instance to 512 MB. An idle instance uses 120 MB. */
const MAX_RESIDENT_MB = 350
const programs = existsSync('/proc/self/status') ? postgresPrograms() : undefined

describe.skipIf(!programs)('The resident memory of the built service (requires /proc and PostgreSQL)', () => {
  let postgres: PostgresServer
  let service: DemoService
  beforeAll(async () => {
    // The embedded database would use several times as much memory as the service.
    postgres = await startPostgres(programs ?? '')
    service = await startDemoService({ DATABASE_URL: postgres.url })
  })
  afterAll(async () => {
    await service?.discard()
    await postgres?.stop()
  })

  /** Returns the peak resident memory of the process in MB. */
  const peakResident = () =>
    Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.process.pid}/status`, 'utf8'))?.[1]) / 1024

  /** Sends a body of 600 MB as fast as the service reads it, until it responds or closes the connection. */
  const flood = (path: string, headers: Record<string, string>) =>
    new Promise<number | 'closed'>((resolve) => {
      const { hostname, port } = new URL(service.origin)
      const request = httpRequest({ hostname, port, method: 'POST', path, headers, agent: false })
      const piece = Buffer.alloc(MB, ' ')
      let sent = 0
      let ended = false
      const end = (outcome: number | 'closed') => {
        ended = true
        request.destroy()
        resolve(outcome)
      }
      request.on('response', ({ statusCode = 0 }) => end(statusCode)).on('error', () => end('closed'))
      const send = () => {
        while (!ended && sent < BODY_BYTES) {
          sent += MB
          if (!request.write(piece)) return void request.once('drain', send)
        }
        if (!ended) request.end()
      }
      send()
    })

  const TYPES = ['application/json', 'text/plain', 'application/octet-stream', 'multipart/form-data; boundary=x']
  const PATHS = ['/trpc/tokens.create', '/trpc/nothing', '/trpc/a/b', '/partners/v1/tokens', '/nowhere', '/portal']
  const lengths: [string, Record<string, string>][] = [
    ['a declared length', { 'content-length': String(BODY_BYTES) }],
    ['chunks', { 'transfer-encoding': 'chunked' }],
  ]
  it.each(lengths)(
    `stays below ${MAX_RESIDENT_MB} MB while clients send bodies of 600 MB to every route with %s`,
    async (_case, length) => {
      for (const path of PATHS) {
        for (const type of TYPES) {
          const outcome = await flood(path, { 'content-type': type, ...length })
          const isRejected = outcome === 'closed' || outcome >= 400
          expect(isRejected, `${path} with ${type}: ${outcome}`).toBe(true)
        }
      }
      expect((await fetch(`${service.origin}/health/ready`)).status).toBe(200)
      expect(peakResident()).toBeLessThan(MAX_RESIDENT_MB)
    },
  )

  it(`stays below ${MAX_RESIDENT_MB} MB, and other requests are served, while clients send batches of 7,000 calls`, async () => {
    const path = `/trpc/${Array<string>(7_000).fill('x').join(',')}?batch=1`
    const batches = Array.from({ length: 40 }, async () => (await fetch(`${service.origin}${path}`)).text())
    const started = performance.now()
    expect((await fetch(`${service.origin}/health/live`)).status).toBe(200)
    const elapsed = performance.now() - started
    for (const text of await Promise.all(batches)) expect(text.length).toBeLessThan(500)
    expect(elapsed).toBeLessThan(10_000)
    expect(peakResident()).toBeLessThan(MAX_RESIDENT_MB)
  })
})
