import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { freePort, MAIN } from '../built-service.ts'
import { request, signIn } from '../harness.ts'
import { type DemoService, startDemoService } from '../observation/demo-service.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-surroundings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Lists accounts as a signed-in user, and returns the status of each request. */
async function listAccounts(service: DemoService, requests: number): Promise<number[]> {
  const authorization = `Bearer ${await signIn(service, service.users.demo)}`
  const statuses: number[] = []
  for (let sent = 0; sent < requests; sent += 1) {
    statuses.push((await request(service, 'GET', '/partner-accounts', undefined, { authorization })).status)
  }
  return statuses
}

it('A umask of 0777, which withholds new files from their owner, does not damage a new data directory', async () => {
  const port = String(await freePort())
  const data = path.join(folder, 'data')
  const environment = { PATH: process.env['PATH'], PORT: port, DATA_DIR: data }
  for (const round of ['first', 'second']) {
    const service = spawn('sh', ['-c', 'umask 0777; exec "$0" "$1"', process.execPath, MAIN], {
      cwd: folder,
      env: environment,
    })
    const ended = once(service, 'close')
    let output = ''
    for (const stream of [service.stdout, service.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    }
    try {
      await expect.poll(() => output, { message: `the ${round} start`, timeout: 60_000 }).toMatch(/: ready\b/)
      expect(statSync(path.join(data, 'keys.json')).mode & 0o777).toBe(0o600)
      expect(statSync(path.join(data, 'database/pgdata')).mode & 0o777).toBe(0o700)
    } finally {
      service.kill('SIGTERM')
      await ended
    }
  }
  const demoUsers: unknown = JSON.parse(readFileSync(path.join(data, 'demo.json'), 'utf8'))
  expect(demoUsers).toHaveLength(4)
})

it('HTTP_PROXY and similar variables of the environment have no effect', async () => {
  const nowhere = 'http://127.0.0.1:1'
  const service = await startDemoService({
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    ALL_PROXY: nowhere,
    http_proxy: nowhere,
    https_proxy: nowhere,
    NO_PROXY: 'localhost',
  })
  try {
    expect(await listAccounts(service, 1)).toEqual([200])
    expect(service.output()).not.toMatch(/"level":"(warn|error|fatal)"/)
  } finally {
    await service.discard()
  }
})

it('A collector of traces that never responds delays neither requests nor the stop', async () => {
  const collector = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  const service = await startDemoService({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '10',
  })
  try {
    const startedAt = performance.now()
    expect(await listAccounts(service, 100)).toEqual(Array<number>(100).fill(200))
    // A request that waited for an export would take at least 10 s.
    expect(performance.now() - startedAt).toBeLessThan(9_000)
    const stoppedAt = performance.now()
    service.process.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(performance.now() - stoppedAt).toBeLessThan(5_000)
  } finally {
    await service.discard()
    collector.close()
  }
})
