import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createIdGenerator } from '@partner-accounts/core'
import {
  hasRedis,
  postgresPrograms,
  type PostgresServer,
  RedisServer,
  startHttpServer,
  startPostgres,
} from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { freePort, startBuiltService, type StartedService, untilReady } from '../built-service.ts'
import { internalClient } from '../internal/internal-client.ts'
import { startSmtpServer } from '../mail/test-smtp-server.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const LAUNCHER = path.join(ROOT, 'apps/ops/launcher/ops.js')
const PAGE = readFileSync(path.join(ROOT, 'docs/recipes.md'), 'utf8')
const { groups } = parse(readFileSync(path.join(ROOT, 'deploy/observability/alerts.yml'), 'utf8')) as {
  groups: { rules: { alert: string }[] }[]
}
const ALERTS = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
const programs = postgresPrograms()
const newId = createIdGenerator()
const newKey = () => randomBytes(32).toString('base64url')
const TIMEOUT = { timeout: 30_000 }

/** Returns the text of a recipe, from its title to the next title. */
const textOf = (title: string): string => PAGE.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!
/** Returns the commands of a recipe, in order. */
const commandsOf = (title: string): string[] =>
  [...textOf(title).matchAll(/^ *```sh recipe\n(.*?)^ *```$/gms)].map(([, text]) => text!.trim())
/** Returns the texts that a recipe names as signs. */
const signsOf = (title: string): string[] => {
  const [, signs] = /\*\*Signs\*\*: (.*)/.exec(textOf(title))!
  return [...signs!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!)
}
const isMetric = (sign: string) => /^[a-z]+(_[a-z]+)+(\{.*\})?$/.test(sign)

/** An instance of the service with its own database. */
interface Instance {
  service: StartedService
  origin: string
  databaseUrl: string
  internal: ReturnType<typeof internalClient>
  /** Returns the sample of a metric. */
  metric: (name: string) => Promise<number | undefined>
  /** Runs a command of a recipe in bash, and returns its output. */
  run(command: string | undefined, variables?: Record<string, string>): string
  restart(): Promise<void>
}

describe.skipIf(!programs)('docs/recipes.md (requires PostgreSQL)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-recipes-'))
  const internalKey = newKey()
  const started: StartedService[] = []
  let server: PostgresServer
  let smtpPort: number
  let main: Instance

  beforeAll(async () => {
    server = await startPostgres(programs!)
    psql(server.url, 'CREATE ROLE partner_accounts LOGIN')
    smtpPort = await freePort()
    main = await startInstance('partner_accounts', { NODE_ENV: 'production', LOG_CLIENT_ADDRESSES: 'on' })
  })
  afterAll(async () => {
    for (const service of started) service.process.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const psql = (url: string, sql: string) =>
    execFileSync(`${programs}/psql`, [url, '-v', 'ON_ERROR_STOP=1', '-Atc', sql], { encoding: 'utf8' })

  /** Returns the URL of a database of the server. */
  const urlOf = (database: string, user?: string) => {
    const url = new URL(server.url)
    url.pathname = `/${database}`
    if (user !== undefined) url.username = user
    return url.href
  }

  async function startInstance(database: string, settings: Record<string, string>): Promise<Instance> {
    psql(server.url, `CREATE DATABASE ${database} OWNER partner_accounts`)
    const databaseUrl = urlOf(database, 'partner_accounts')
    const port = await freePort()
    const metricsPort = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const environment = {
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      PUBLIC_URL: 'https://partners.example',
      DATA_DIR: path.join(folder, database),
      DATABASE_URL: databaseUrl,
      TOKEN_SIGNING_KEYS: `k1:${newKey()}`,
      DATA_SEALING_KEY: newKey(),
      INTERNAL_API_KEY: internalKey,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'no-reply@partners.example',
      ...settings,
    }
    const start = async () => {
      const service = startBuiltService(folder, environment)
      started.push(service)
      await untilReady(service)
      return service
    }
    const instance: Instance = {
      service: await start(),
      origin,
      databaseUrl,
      internal: internalClient({ origin }, internalKey),
      async metric(name) {
        const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
        const line = text.split('\n').find((sample) => sample.startsWith(`${name} `) || sample.startsWith(`${name}{`))
        return line === undefined ? undefined : Number(line.split(' ').at(-1))
      },
      run(command, variables = {}) {
        const log = path.join(folder, 'log')
        writeFileSync(log, instance.service.output())
        // Recipes call `pnpm ops …`. This function replaces pnpm, and passes the arguments after `ops` to the launcher.
        const script = `pnpm() { shift && '${process.execPath}' '${LAUNCHER}' "$@"; }\n${command}`
        const env = {
          PATH: `${programs}:${process.env['PATH']}`,
          HOME: folder,
          OPS_URL: origin,
          INTERNAL_API_KEY: internalKey,
          DATABASE_URL: databaseUrl,
          ADMIN_URL: urlOf(database),
          LOG: log,
          SERVICE: origin,
          PID: String(instance.service.process.pid),
          ...variables,
        }
        return execFileSync('bash', ['-eo', 'pipefail', '-c', script], { env, cwd: ROOT, encoding: 'utf8' })
      },
      async restart() {
        instance.service = await start()
      },
    }
    return instance
  }

  /** Waits for the signs of a recipe, except alerts: until each metric is positive and each text is logged. */
  async function untilSignsOccur(title: string, { service, metric }: Instance): Promise<void> {
    for (const sign of signsOf(title)) {
      if (ALERTS.includes(sign)) continue
      if (isMetric(sign)) await expect.poll(() => metric(sign), TIMEOUT).toBeGreaterThan(0)
      else await expect.poll(() => service.output(), TIMEOUT).toContain(sign)
    }
  }

  /** Creates a partner, and returns the status of the response. */
  const createPartner = async () => {
    try {
      await main.internal.partners.create.mutate({ name: `Revenda ${newId()}` })
      return 200
    } catch (error) {
      return (error as { data?: { httpStatus?: number } }).data?.httpStatus
    }
  }
  const getReadiness = async () => (await fetch(`${main.origin}/health/ready`)).status

  it.each([
    ['by a setting of the database', 'ALTER DATABASE partner_accounts SET default_transaction_read_only = on'],
    ['by a setting of the role', 'ALTER ROLE partner_accounts SET default_transaction_read_only = on'],
    ['by the configuration of the server', 'ALTER SYSTEM SET default_transaction_read_only = on'],
  ])('the database is read-only %s: the signs occur, and the commands end it', async (_by, cause) => {
    const title = 'The database is read-only'
    const { length: earlierOutput } = main.service.output()
    psql(server.url, cause)
    psql(server.url, 'SELECT pg_reload_conf()')
    psql(server.url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'partner_accounts'")
    await expect.poll(createPartner, TIMEOUT).toBe(503)
    expect(signsOf(title)).toEqual(['/health/ready', 'service unavailable', '25006'])
    const isCauseLogged = () =>
      main.service
        .output()
        .slice(earlierOutput)
        .split('\n')
        .some((line) => line.includes('"service unavailable"') && line.includes('"cause":"25006"'))
    // Repeated, because the first rejections may have another cause: the connections were just terminated.
    const createAndCheckLog = async () => {
      await createPartner()
      return isCauseLogged()
    }
    await expect.poll(createAndCheckLog, TIMEOUT).toBe(true)
    await expect.poll(getReadiness, TIMEOUT).toBe(503)
    await expect.poll(() => main.metric('database_up'), TIMEOUT).toBe(0)

    const [showCommand, resetCommand] = commandsOf(title)
    // The columns are `is_standby` and `read_only`.
    expect(main.run(showCommand)).toMatch(/ f +\| on /)
    main.run(resetCommand)
    await expect.poll(createPartner, TIMEOUT).toBe(200)
    await expect.poll(getReadiness, TIMEOUT).toBe(200)
    await expect.poll(() => main.metric('database_up'), TIMEOUT).toBe(1)
    expect(main.run(showCommand)).toMatch(/ f +\| off /)
  })

  it('somebody guesses passwords: the command lists the addresses', async () => {
    const title = 'Somebody guesses passwords'
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const body = JSON.stringify({ email: `${newId()}@revenda.example`, password: 'guess' })
      const headers = { 'content-type': 'application/json' }
      expect((await fetch(`${main.origin}/partners/v1/tokens`, { method: 'POST', headers, body })).status).toBe(401)
    }
    expect(signsOf(title)).toEqual(expect.arrayContaining(['sign-in failed', 'rate limit exceeded']))
    await expect.poll(() => main.run(commandsOf(title)[0])).toMatch(/^ *3 "client":"127\.0\.0\.1"\n$/)
  })

  it('mails are not sent: the commands name the reason, and send all of them once the server is back', async () => {
    const title = 'Mails are not sent'
    const { partners, portalUsers } = main.internal
    const { id: partnerId } = await partners.create.mutate({ name: 'Revenda Jatobá' })
    const email = 'jussara@jatoba.example'
    await portalUsers.invite.mutate({ partnerId, email, name: 'Jussara' })
    await untilSignsOccur(title, main)
    const [showCommand, sendCommand] = commandsOf(title)
    expect(main.run(showCommand)).toMatch(/^ *\d+ "error":"ECONNREFUSED/)

    const smtp = await startSmtpServer({}, smtpPort)
    onTestFinished(() => smtp.stop())
    // In a long outage, the next attempt may be an hour away.
    const postponeAndSend = () => {
      const deferred = "status = 'queued' AND last_error IS NOT NULL"
      psql(urlOf('partner_accounts'), `UPDATE mails SET due_at = now() + interval '1 hour' WHERE ${deferred}`)
      return main.run(sendCommand)
    }
    expect(postponeAndSend()).toContain(email)
    await expect.poll(() => smtp.delivered.flatMap(({ to }) => to), TIMEOUT).toContain(email)
    await expect.poll(() => main.metric('mail_queue_mails{state="deferred"}'), TIMEOUT).toBe(0)
  })

  it('webhooks of a partner do not arrive: the commands show why, pause the endpoint, and deliver the event', async () => {
    const title = 'Webhooks of a partner do not arrive'
    // Only in development can webhooks have a loopback address.
    const instance = await startInstance('webhooks', { PUBLIC_URL: 'http://localhost' })
    const { partners, portalUsers, webhooks } = instance.internal
    let status = 200
    const received: string[] = []
    const receiver = await startHttpServer((request, response) => {
      if (status === 200) received.push(String(request.headers['webhook-id']))
      response.writeHead(status).end()
    })
    onTestFinished(() => receiver.stop())
    const { id: PARTNER } = await partners.create.mutate({ name: 'Revenda Aroeira' })
    const url = `${receiver.origin}/events`
    const { id: WEBHOOK } = await webhooks.create.mutate({ partnerId: PARTNER, url })
    const getWebhook = () => webhooks.get.query({ id: WEBHOOK })
    await expect.poll(getWebhook, TIMEOUT).toMatchObject({ status: 'active' })
    status = 500
    const user = await portalUsers.invite.mutate({ partnerId: PARTNER, email: 'ari@aroeira.example', name: 'Ari' })
    // Sends the event `portal_user.disabled`.
    await portalUsers.disable.mutate({ id: user.id })
    await untilSignsOccur(title, instance)

    const [findCommand, pauseCommand, sendCommand] = commandsOf(title)
    const found = instance.run(findCommand, { PARTNER, WEBHOOK })
    expect(found).toContain(url)
    expect(found).toContain('500')
    expect(instance.run(pauseCommand, { WEBHOOK })).toContain('paused')
    status = 200
    const before = received.length
    expect(instance.run(sendCommand, { WEBHOOK })).toContain('active')
    await expect.poll(() => received.length, TIMEOUT).toBeGreaterThan(before)
    await expect.poll(() => instance.metric('webhook_endpoints_failing'), TIMEOUT).toBe(0)
  })

  it.skipIf(!hasRedis())(
    'Redis is unavailable: the commands show that it is full, and give it memory (requires redis-server)',
    async () => {
      const title = 'Redis is unavailable'
      const redis = await RedisServer.create()
      await redis.start({ maxmemory: '1', 'maxmemory-policy': 'noeviction' })
      onTestFinished(() => redis.kill())
      const instance = await startInstance('full_redis', { REDIS_URL: redis.url() })
      await untilSignsOccur(title, instance)
      const [showCommand, enlargeCommand] = commandsOf(title)
      // `redis-cli` requires a user.
      const REDIS_URL = redis.url().replace('://:', '://default:')
      expect(instance.run(showCommand, { REDIS_URL })).toMatch(/^PONG\n[^]*maxmemory_human:1B/)
      expect(instance.run(enlargeCommand, { REDIS_URL })).toContain('OK')
      await expect.poll(() => instance.metric('rate_limit_degraded'), TIMEOUT).toBe(0)
    },
  )

  it('an instance hangs: the commands show it, and end the process, which then starts again', async () => {
    const [requestCommand, showProcessCommand, killCommand] = commandsOf('An instance hangs')
    expect(main.run(requestCommand)).not.toContain('it does not respond')
    main.service.process.kill('SIGSTOP')
    expect(main.run(requestCommand)).toContain('it does not respond')
    expect(main.run(showProcessCommand)).toMatch(/^State:\tT.*\nVmRSS:.*\nThreads:/)
    main.run(killCommand)
    await main.service.ended
    await main.restart()
    await expect.poll(getReadiness, TIMEOUT).toBe(200)
  })

  it('a backup waits or has failed: the commands find the session that blocks it, and write a dump', async () => {
    const title = 'A backup waits or has failed'
    const BACKUPS = path.join(folder, 'backups')
    const secrets = path.join(folder, 'secrets')
    for (const created of [BACKUPS, secrets]) mkdirSync(created)
    writeFileSync(path.join(secrets, 'POSTGRES_PASSWORD'), 'unused')
    writeFileSync(path.join(secrets, 'DATABASE_URL'), main.databaseUrl)
    const { port } = new URL(server.url)
    const environment = { BACKUPS, SECRETS_FOLDER: secrets, PGHOST: '127.0.0.1', PGPORT: port, PGUSER: 'postgres' }
    const [listCommand, showBlockedCommand, terminateCommand, dumpCommand] = commandsOf(title)
    const admin = urlOf('partner_accounts')

    const lock = 'BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(600)'
    const blocking = spawn(`${programs}/psql`, [admin, '-c', lock], { stdio: 'ignore' })
    onTestFinished(() => void blocking.kill())
    const countLocks = () => psql(admin, "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted")
    await expect.poll(countLocks, TIMEOUT).not.toBe('0\n')
    const PATH = `${programs}:${process.env['PATH']}`
    const nightly = spawn('sh', ['deploy/backup.sh', 'once'], { cwd: ROOT, env: { PATH, ...environment } })
    const ended = new Promise<number | null>((resolve) => nightly.once('close', resolve))
    await expect.poll(() => main.run(showBlockedCommand), TIMEOUT).toMatch(/\{\d+\}/)
    expect(main.run(listCommand, environment)).toContain('.dump.part')
    const [, BLOCKED_BY] = /\{(\d+)\}/.exec(main.run(showBlockedCommand))!
    main.run(terminateCommand, { BLOCKED_BY: BLOCKED_BY! })
    expect(await ended).toBe(0)
    expect(main.run(listCommand, environment)).toMatch(/\.dump\n/)

    writeFileSync(path.join(secrets, 'DATABASE_URL'), urlOf('missing'))
    expect(signsOf(title)).toEqual(['BackupOverdue', 'backup', 'no backup'])
    expect(() => main.run(dumpCommand, environment)).toThrow('no backup')
    writeFileSync(path.join(secrets, 'DATABASE_URL'), main.databaseUrl)
    expect(main.run(dumpCommand, environment)).toContain('wrote ')
  })

  it('the recipes have only the commands that are run here', () => {
    const titles = [...PAGE.matchAll(/^## (.+)$/gm)].map(([, title]) => title!)
    const counts = titles.map((title) => [title, commandsOf(title).length] as const)
    expect(Object.fromEntries(counts.filter(([, count]) => count > 0))).toEqual({
      'The database is read-only': 2,
      'Somebody guesses passwords': 1,
      'Mails are not sent': 2,
      'Webhooks of a partner do not arrive': 3,
      'Redis is unavailable': 2,
      'An instance hangs': 3,
      'A backup waits or has failed': 4,
    })
  })
})
