import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createIdGenerator } from '@partner-accounts/core'
import { createPrivateCa, postgresPrograms, startPostgres } from '@partner-accounts/local-servers'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { freePort, startBuiltService, untilReady } from '../built-service.ts'
import { newAddress } from '../harness.ts'
import { internalClient } from '../internal/internal-client.ts'
import { smtpError, startSmtpServer } from '../mail/test-smtp-server.ts'

const OBSERVABILITY = new URL('../../../../deploy/observability/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, OBSERVABILITY), 'utf8')

const programs = postgresPrograms()
const isMissing = ['prometheus', 'prometheus-node-exporter', 'prometheus-blackbox-exporter'].some(
  (name) => spawnSync(name, ['--version']).error,
)
const newId = createIdGenerator()
const BUSY = 'busy@estrela.example'
const newKey = () => randomBytes(32).toString('base64url')

/** Replaces each minute by two seconds, and `for: 1h` by four seconds. */
const accelerate = (text: string) =>
  text.replaceAll('for: 1h', 'for: 2m').replace(/\b(\d+)m\b/g, (_, minutes) => `${Number(minutes) * 2}s`)

/** A module loaded before the service. SIGWINCH moves the clock five minutes forward, and the next SIGWINCH back. */
const MOVABLE_CLOCK = `
const TrueDate = Date
let skewMs = 0
globalThis.Date = class Date extends TrueDate {
  constructor(...given) {
    super(...(given.length > 0 ? given : [Date.now()]))
  }
  static now() {
    return TrueDate.now() + skewMs
  }
}
process.on('SIGWINCH', () => (skewMs = 300_000 - skewMs))`

/** Mounts a new disk and returns its folder, or `undefined` if this process lacks the privilege to mount. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-alerts-'))
  const image = path.join(folder, 'image')
  const disk = path.join(folder, 'disk')
  mkdirSync(disk)
  // PostgreSQL runs as another user, who opens the disk through this folder.
  chmodSync(folder, 0o755)
  try {
    for (const [program, ...parameters] of [
      ['truncate', '--size=300M', image],
      ['mkfs.ext4', '-q', '-m0', image],
      ['mount', '-o', 'loop', image, disk],
    ] as const) {
      execFileSync(program, parameters, { stdio: 'ignore' })
    }
    afterAll(() => {
      execFileSync('umount', [disk])
      rmSync(folder, { recursive: true })
    })
    return disk
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}
const disk = mountDisk()

/** Starts a program that is stopped at the end of the test. */
function startProgram(program: string, parameters: string[], cwd: string, env: Record<string, string> = {}): void {
  const started = spawn(
    program,
    parameters.map((parameter) => `--${parameter}`),
    { cwd, stdio: 'ignore', env: { ...process.env, ...env } },
  )
  const ended = once(started, 'exit')
  onTestFinished(async () => {
    started.kill('SIGTERM')
    await ended
  })
}

type Labels = Record<string, string>

/** Serves a page whose certificate expires in three days, and starts blackbox_exporter, which trusts it. */
async function startCertificateProbe(folder: string) {
  const privateCa = createPrivateCa({ days: 3 })
  const { certificate, key, ca } = privateCa
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (_request, response) =>
    response.end(),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    privateCa.remove()
  })
  await once(server, 'listening')
  const blackbox = `127.0.0.1:${await freePort()}`
  writeFileSync(path.join(folder, 'blackbox.yml'), 'modules: { http_2xx: { prober: http } }')
  const parameters = ['config.file=blackbox.yml', `web.listen-address=${blackbox}`]
  startProgram('prometheus-blackbox-exporter', parameters, folder, { SSL_CERT_FILE: ca })
  return { page: `https://localhost:${(server.address() as AddressInfo).port}`, blackbox }
}

/** Starts node_exporter for file systems, and Prometheus with the files of deploy/observability, for one instance. */
async function startPrometheus(folder: string, target: string) {
  const { page, blackbox } = await startCertificateProbe(folder)
  const exporter = `127.0.0.1:${await freePort()}`
  const address = `127.0.0.1:${await freePort()}`
  const textfiles = ['collector.textfile', `collector.textfile.directory=${folder}`]
  const collector = ['collector.disable-defaults', 'collector.filesystem', ...textfiles]
  startProgram('prometheus-node-exporter', [...collector, `web.listen-address=${exporter}`], folder)
  const configuration = read('prometheus.yml')
    .replaceAll('15s', '1s')
    .replace(/targets: \['service.*/, `targets: ['${target}']`)
    .replace('node-exporter:9100', exporter)
    .replace('blackbox-exporter:9115', blackbox)
    .replace('https://partners.example.com/health/live', page)
    .replace('postgres-exporter:9187', '127.0.0.1:9')
  writeFileSync(path.join(folder, 'prometheus.yml'), configuration)
  writeFileSync(path.join(folder, 'alerts.yml'), accelerate(read('alerts.yml')))
  const parameters = ['config.file=prometheus.yml', 'storage.tsdb.path=data', `web.listen-address=${address}`]
  startProgram('prometheus', parameters, folder)
  const get = async (resource: string) =>
    ((await (await fetch(`http://${address}/api/v1/${resource}`)).json()) as { data: unknown }).data
  return {
    /** Returns the names of the firing alerts, except those about other disks. */
    async firing() {
      const { alerts } = (await get('alerts')) as { alerts: { labels: Labels; state: string }[] }
      return alerts
        .filter(({ labels: { mountpoint = disk }, state }) => state === 'firing' && mountpoint === disk)
        .map(({ labels: { alertname } }) => alertname)
    },
    async linkOf(alert: string) {
      const { alerts } = (await get('alerts')) as { alerts: { labels: Labels; annotations: Labels }[] }
      return alerts.find(({ labels }) => labels['alertname'] === alert)?.annotations['runbook_url']
    },
    async query(expression: string) {
      const { result } = (await get(`query?query=${encodeURIComponent(expression)}`)) as { result: unknown[] }
      return result
    },
  }
}

it.skipIf(isMissing || !programs || !disk)(
  'alerts fire when Redis, mail server, clock, disk, database and instance fail, and panels show it (requires Prometheus, its node and blackbox exporters, PostgreSQL and the privilege to mount)',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-alerts-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const postgres = await startPostgres(programs ?? '', { folder: disk ?? '', settings: ['fsync=off'] })
    onTestFinished(() => postgres.stop())
    const smtp = await startSmtpServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address === BUSY ? smtpError(451, '4.2.0 later') : smtpError(550, '5.1.1 unknown user')),
    })
    onTestFinished(() => smtp.stop())
    const port = await freePort()
    const metricsPort = await freePort()
    const internalKey = newKey()
    writeFileSync(path.join(folder, 'clock.mjs'), MOVABLE_CLOCK)
    const service = startBuiltService(folder, {
      NODE_ENV: 'production',
      NODE_OPTIONS: `--import=${path.join(folder, 'clock.mjs')}`,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: postgres.url,
      REDIS_URL: 'redis://127.0.0.1:9',
      TOKEN_SIGNING_KEYS: `k1:${newKey()}`,
      DATA_SEALING_KEY: newKey(),
      INTERNAL_API_KEY: internalKey,
      SMTP_URL: smtp.url,
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
    const until = (assertion: (firing: unknown[]) => void) =>
      vi.waitFor(async () => assertion(await prometheus.firing()), { timeout: 100_000, interval: 500 })
    const untilFiring = (...alerts: string[]) =>
      until((firing) => expect(alerts.filter((alert) => !firing.includes(alert))).toEqual([]))
    const untilSilent = (...alerts: string[]) =>
      until((firing) => expect(alerts.filter((alert) => firing.includes(alert))).toEqual([]))

    const origin = `http://127.0.0.1:${port}`
    const { partners, portalUsers, webhooks } = internalClient({ origin }, internalKey)
    const psql = (...statements: string[]) => {
      const parameters = statements.flatMap((statement) => ['--command', statement])
      execFileSync(`${programs}/psql`, [postgres.url, ...parameters], { stdio: 'ignore' })
    }
    const { id: partnerId } = await partners.create.mutate({ name: 'Revenda Sul' })
    const send = (resource: string, address: string, body?: object) =>
      fetch(`${origin}${resource}`, {
        headers: { 'x-forwarded-for': address },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
    const guess = { email: 'nobody@estrela.example', password: 'wrong' }
    // The long names soon fill the disk when little space is left.
    const sendAll = () => [
      send('/partners/v1/tokens', newAddress(), guess),
      ...Array.from({ length: 3 }, () => send('/partners/v1/partner-accounts', '10.255.255.255')),
      portalUsers.invite.mutate({ partnerId, email: `${newId()}@estrela.example`, name: 'Ana'.repeat(60) }),
    ]
    await portalUsers.invite.mutate({ partnerId, email: BUSY, name: 'Ana' })
    const load = new AbortController()
    const repeat = async (requests: () => Promise<unknown>[]) => {
      while (!load.signal.aborted) {
        await Promise.allSettled(requests())
        await wait(200)
      }
    }
    // Readiness is checked in its own loop, because other requests can take longer than the window of its alert.
    const sending = Promise.all([repeat(sendAll), repeat(() => [send('/health/ready', newAddress())])])
    const fillDisk = (bytesLeft: number) => {
      const { bavail, bsize } = statfsSync(disk ?? '')
      writeFileSync(path.join(disk ?? '', 'filler'), Buffer.alloc(bavail * bsize - bytesLeft))
    }
    try {
      // Moves the service's clock forward.
      service.process.kill('SIGWINCH')
      fillDisk(24 * 1024 * 1024)
      await untilFiring('RateLimitStoreUnavailable', 'RateLimitRejections', 'SignInsFail')
      await untilFiring('MailsFailed', 'MailDeliveriesFail', 'ClockWrong', 'DiskAlmostFull')
      // No exporter of PostgreSQL listens, and no backup has reported.
      await untilFiring('ExporterDown', 'BackupOverdue', 'MailsDeferred', 'CertificateExpires')
      writeFileSync(path.join(folder, 'backup.prom'), `backup_last_success_timestamp_seconds ${Date.now() / 1000}\n`)
      await untilSilent('BackupOverdue')
      const webhook = await webhooks.create.mutate({ partnerId, url: 'https://estrela.example/events' })
      psql(`UPDATE webhook_endpoints SET status = 'disabled' WHERE id = '${webhook.id}'`)
      await untilFiring('WebhookEndpointsFail')
      expect(await prometheus.linkOf('MailsDeferred')).toMatch(/^https:\/\/.*\/docs\/operations\.md#mailsdeferred$/)
      // Moves the clock back.
      service.process.kill('SIGWINCH')
      // On a busy machine, single requests may have failed.
      await untilSilent('ClockWrong', 'RequestsFail')

      const setReadOnly = (value: 'on' | 'off') =>
        psql(`ALTER SYSTEM SET default_transaction_read_only = ${value}`, 'SELECT pg_reload_conf()')
      setReadOnly('on')
      await untilFiring('RequestsFail', 'InstanceNotReady', 'DatabaseDown')
      setReadOnly('off')
      await untilSilent('RequestsFail', 'InstanceNotReady', 'DatabaseDown')

      const outputBefore = service.output().length
      rmSync(path.join(disk ?? '', 'filler'))
      fillDisk(512 * 1024)
      await untilFiring('RequestsFail')
      // PostgreSQL's error code for a full disk.
      expect(service.output().slice(outputBefore)).toContain('53100')
      rmSync(path.join(disk ?? '', 'filler'))
      await untilSilent('RequestsFail', 'DiskAlmostFull')

      await postgres.kill()
      await untilFiring('InstanceNotReady', 'RequestsFail', 'DatabaseDown')
      const { panels } = JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
      const findEmptyPanels = async () => {
        const empty: string[] = []
        for (const { expr } of panels.flatMap(({ targets }) => targets)) {
          const result = await prometheus.query(expr.replaceAll('$__rate_interval', '10s'))
          if (result.length === 0) empty.push(expr)
        }
        return empty
      }
      // Panels of PostgreSQL's exporter, deliveries, queues and procedures may be empty: the exporter does not run, nothing
      // was delivered to endpoints, the queues cannot be read, and calls may last longer than 10 s. Polls, because
      // Prometheus may have missed scrapes of a busy machine.
      await expect
        .poll(async () => (await findEmptyPanels()).filter((expr) => !/^pg_|mail_|webhook_|procedure_/.test(expr)))
        .toEqual([])
    } finally {
      load.abort()
      await sending
    }
    service.process.kill('SIGKILL')
    await untilFiring('InstanceDown')
  },
  600_000,
)
