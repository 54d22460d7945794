import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresPrograms, startPostgres } from '@partner-accounts/local-servers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freePort, startBuiltService, untilReady } from '../built-service.ts'
import { newAddress } from '../harness.ts'

const OBSERVABILITY = new URL('../../../../deploy/observability/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, OBSERVABILITY), 'utf8')

const programs = postgresPrograms()
const missing = spawnSync('prometheus', ['--version']).error || !programs
const newKey = () => randomBytes(32).toString('base64url')

/** Replaces minutes by two seconds. */
const accelerate = (text: string) => text.replace(/\b(\d+)m\b/g, (_, minutes) => `${Number(minutes) * 2}s`)

/** Starts Prometheus with the files of deploy/observability, for one instance. */
async function startPrometheus(folder: string, target: string) {
  const configuration = read('prometheus.yml')
    .replaceAll('15s', '1s')
    .replace(/targets: .*/, `targets: ['${target}']`)
  writeFileSync(path.join(folder, 'prometheus.yml'), configuration)
  writeFileSync(path.join(folder, 'alerts.yml'), accelerate(read('alerts.yml')))
  const address = `127.0.0.1:${await freePort()}`
  const parameters = ['config.file=prometheus.yml', 'storage.tsdb.path=data', `web.listen-address=${address}`]
  const prometheus = spawn(
    'prometheus',
    parameters.map((parameter) => `--${parameter}`),
    { cwd: folder, stdio: 'ignore' },
  )
  const ended = once(prometheus, 'exit')
  onTestFinished(async () => {
    prometheus.kill('SIGTERM')
    await ended
  })
  const get = async (resource: string) =>
    ((await (await fetch(`http://${address}/api/v1/${resource}`)).json()) as { data: unknown }).data
  return {
    async firing() {
      const { alerts } = (await get('alerts')) as { alerts: { labels: { alertname: string }; state: string }[] }
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
    },
    async query(expression: string) {
      const { result } = (await get(`query?query=${encodeURIComponent(expression)}`)) as { result: unknown[] }
      return result
    },
  }
}

it.skipIf(missing)(
  'alerts fire when Redis, the database and the instance are down, and panels show it (skipped if Prometheus or PostgreSQL is not installed)',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-alerts-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const postgres = await startPostgres(programs ?? '')
    onTestFinished(() => postgres.stop())
    const [port, metricsPort] = [await freePort(), await freePort()]
    const service = startBuiltService(folder, {
      NODE_ENV: 'production',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: postgres.url,
      REDIS_URL: 'redis://127.0.0.1:9',
      TOKEN_SIGNING_KEYS: `k1:${newKey()}`,
      DATA_SEALING_KEY: newKey(),
      INTERNAL_API_KEY: newKey(),
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'no-reply@partner.example',
      TRUSTED_PROXIES: '127.0.0.1',
      SHUTDOWN_DRAIN_SECONDS: '0',
    })
    onTestFinished(async () => {
      service.process.kill('SIGKILL')
      await service.ended
    })
    await untilReady(service)
    const prometheus = await startPrometheus(folder, `127.0.0.1:${metricsPort}`)
    const untilFiring = (...alerts: string[]) =>
      vi.waitFor(async () => expect(await prometheus.firing()).toEqual(expect.arrayContaining(alerts)), {
        timeout: 100_000,
        interval: 500,
      })

    const send = (resource: string, address: string, body?: object) =>
      fetch(`http://127.0.0.1:${port}${resource}`, {
        headers: { 'x-forwarded-for': address },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
    const guess = { email: 'nobody@estrela.example', password: 'wrong' }
    const sendAll = () => [
      send('/health/ready', newAddress()),
      send('/partners/v1/tokens', newAddress(), guess),
      ...Array.from({ length: 3 }, () => send('/partners/v1/partner-accounts', '10.255.255.255')),
    ]
    const load = new AbortController()
    const sending = (async () => {
      while (!load.signal.aborted) {
        await Promise.allSettled(sendAll())
        await wait(200)
      }
    })()
    try {
      await untilFiring('RateLimitStoreUnavailable', 'RateLimitRejections', 'SignInsFail')
      await postgres.stop()
      await untilFiring('InstanceNotReady', 'RequestsFail')

      const { panels } = JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
      const empty: string[] = []
      for (const { expr } of panels.flatMap(({ targets }) => targets)) {
        const result = await prometheus.query(expr.replaceAll('$__rate_interval', '10s'))
        if (result.length === 0) empty.push(expr)
      }
      // Exporters are not running; nothing was delivered, and the queues cannot be read.
      expect(empty.filter((expr) => !/^(pg|node)_|mail_|webhook_/.test(expr))).toEqual([])
    } finally {
      load.abort()
      await sending
    }
    service.process.kill('SIGKILL')
    await untilFiring('InstanceDown')
  },
)
