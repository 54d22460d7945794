import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { postgresPrograms, type PostgresServer, startPostgres } from '@partner-accounts/local-servers'
import { DatabaseStartError, openDatabase } from '@partner-accounts/db'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { welcomeText } from '../src/demo/welcome.ts'
import { parseSettings, SettingsError } from '../src/settings/settings.ts'
import { startService } from '../src/start-service.ts'
import { signIn } from './harness.ts'
import { createData, freePort, MAIN, startBuiltService, type StartedService, untilReady } from './built-service.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-start-'))
const dataDirectory = path.join(folder, 'data')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (environment: Record<string, string>) => startBuiltService(folder, environment)

it('`migrate` applies the migrations, and ends without serving', () => {
  const env = { LOG_FORMAT: 'json', DATA_DIR: path.join(folder, 'migrated') }
  const migrate = () => execFileSync(process.execPath, [MAIN, 'migrate'], { env, encoding: 'utf8' })
  expect(migrate()).toMatch(/^(\{.*"migration":"\w+","msg":"migration applied"\}\n)+$/)
  expect(migrate()).toMatch(/^\{.*"msg":"nothing to migrate"\}\n$/)
})

describe('The start on an empty data directory', () => {
  let first: StartedService
  let environment: Record<string, string>
  beforeAll(async () => {
    environment = { PORT: String(await freePort()), DATA_DIR: dataDirectory }
    first = start(environment)
    await untilReady(first)
  })
  afterAll(async () => {
    first.process.kill('SIGKILL')
    await first.ended
  })

  it('prints the sign-in data of three demo users and one of test mode, and a curl line that works when pasted', async () => {
    const line = /^ *(curl .*)$/m.exec(first.output())?.[1]
    const response = (): unknown => JSON.parse(execFileSync('sh', ['-c', line ?? 'false'], { encoding: 'utf8' }))
    // A busy service may respond with 503 first.
    await expect
      .poll(response)
      .toEqual({ token: expect.stringMatching(/^eyJ/), _id: expect.stringMatching(/^[0-9a-f]{24}$/) })
    for (const name of ['demo', 'viewer', 'pending', 'test'])
      expect(first.output()).toMatch(new RegExp(`^ *${name}@partner\\.example `, 'm'))
  })

  it('signs the printed user of test mode in to the test partner of the demo partner', async () => {
    const [, password] = /^ *test@partner\.example +(\S+) +\(test mode/m.exec(first.output())!
    const baseUrl = `http://127.0.0.1:${environment['PORT']}/partners/v1`
    const token = await signIn({ baseUrl }, { email: 'test@partner.example', password: password! })
    const { status, headers } = await fetch(`${baseUrl}/partner-accounts`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([status, headers.get('x-mode')]).toEqual([200, 'test'])
  })

  it('makes keys and passwords readable only for their owner', () => {
    for (const file of ['keys.json', 'demo.json']) {
      expect(statSync(path.join(dataDirectory, file)).mode & 0o777).toBe(0o600)
    }
    // Only the owner can reach the files in these directories.
    const entries = readdirSync(dataDirectory, { withFileTypes: true })
    const directories = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(directories).toContain('database')
    for (const name of ['.', ...directories]) {
      expect(statSync(path.join(dataDirectory, name)).mode & 0o777, name).toBe(0o700)
    }
  })

  it('makes a second start on the same directory fail and name the running process', async () => {
    const second = start({ ...environment, PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.output().trim().split('\n')).toEqual([
      expect.stringMatching(
        `^DATA_DIR ${dataDirectory}/database is in use by process ${first.process.pid}, running since \\S+: stop it, or set DATA_DIR to another directory$`,
      ),
    ])
  })

  it('keeps its users and keys for the next start, after SIGINT ends it with responses to all requests in flight', async () => {
    const [{ email, password }] = JSON.parse(readFileSync(path.join(dataDirectory, 'demo.json'), 'utf8'))
    const baseUrl = `http://127.0.0.1:${environment['PORT']}/partners/v1`
    const sendSignIn = () => fetch(`${baseUrl}/tokens`, { method: 'POST', body: JSON.stringify({ email, password }) })
    const countLoggedSignIns = () => first.output().split('"route":"/partners/v1/tokens"').length
    const before = countLoggedSignIns()
    const inFlight = Array.from({ length: 8 }, sendSignIn)
    // Once two sign-ins are logged, the service is processing the others.
    await expect.poll(countLoggedSignIns, { interval: 5, timeout: 30_000 }).toBeGreaterThanOrEqual(before + 2)
    first.process.kill('SIGINT')
    // On a busy machine, checking all passwords may exceed the timeout of a request, which then gets 503.
    const responded = expect.toSatisfy((status) => status === 200 || status === 503) as number
    expect((await Promise.all(inFlight)).map(({ status }) => status)).toEqual(Array(8).fill(responded))
    expect(await first.ended).toBe(0)

    const keys = path.join(dataDirectory, 'keys.json')
    chmodSync(keys, 0o644)
    first = start(environment)
    await untilReady(first)
    expect(await signIn({ baseUrl }, { email, password })).toMatch(/^eyJ/)
    // The service restores the permissions that were widened above, and logs it.
    expect(statSync(keys).mode & 0o777).toBe(0o600)
    expect(first.output()).toContain('other users could read this file of secrets')
    expect(first.output()).not.toContain(password)
  })
})

describe('Each start in development', () => {
  const { packageManager } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  const directory = path.join(folder, 'readable')
  const startAndReadOutput = async () => {
    // An empty LOG_FORMAT replaces the one of the tests with the default of the service.
    const started = start({ PORT: String(await freePort()), DATA_DIR: directory, LOG_FORMAT: '' })
    await untilReady(started)
    started.process.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    return started.output()
  }

  it('prints the addresses of portal, reference and console, how to sign in to them, and log lines for people', async () => {
    const first = await startAndReadOutput()
    const second = await startAndReadOutput()

    for (const printed of [first, second]) {
      expect(printed).toMatch(/^Partner portal: +http:\/\/localhost:\d+\/portal$/m)
      expect(printed).toMatch(/^API reference: +http:\/\/localhost:\d+\/partners\/v1\/docs$/m)
      expect(printed).toContain(`Demo sign-in data: ${directory}/demo.json\n`)
      expect(printed).toMatch(/^Console: +http:\/\/localhost:\d+\/console$/m)
      expect(printed).toMatch(/run `PORT=\d+ DATA_DIR=\S+ npx --yes pnpm@[\d.]+ ops console`/)
      expect(printed).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: ready /m)
      expect(printed).not.toContain('"level"')
    }
    expect(first).toContain('To get a token, run')
    expect(second).not.toContain('To get a token, run')
  })

  it('prints an `ops` command for its port and data directory', () => {
    const welcome = (port: number, dataDirectory: string) =>
      welcomeText({ created: undefined, demoFile: undefined }, { publicUrl: '', port, dataDirectory })
    const command = `npx --yes ${packageManager} ops console`
    expect(welcome(3000, '.data')).toContain(`run \`${command}\``)
    expect(welcome(4000, "/tmp/it's")).toContain(`run \`PORT=4000 DATA_DIR='/tmp/it'\\''s' ${command}\``)
    expect(welcome(3000, '/srv/data')).toContain(`run \`DATA_DIR=/srv/data ${command}\``)
  })

  it('keeps all log lines when the process crashes', async () => {
    const preload = path.join(folder, 'crash.mjs')
    writeFileSync(preload, "process.on('SIGUSR2', () => { throw new Error('crashed on purpose') })")
    const port = String(await freePort())
    const started = start({ PORT: port, DATA_DIR: directory, LOG_FORMAT: '', NODE_OPTIONS: `--import=${preload}` })
    await untilReady(started)
    await fetch(`http://127.0.0.1:${port}/partners/v1/nowhere`)
    started.process.kill('SIGUSR2')
    expect(await started.ended).toBe(1)
    expect(started.output()).toMatch(
      /INFO: request \{.*\n(.*\n)*\[.*FATAL: unexpected error .*crashed on purpose.*\n +Error: crashed/,
    )
  })
})

/** Starts the service in an empty folder. Returns the exit code, the printed lines and the files in the folder. */
const startAndFail = async (environment: Record<string, string>) => {
  const cwd = mkdtempSync(path.join(folder, 'failed-'))
  const started = startBuiltService(cwd, environment)
  const code = await started.ended
  return { code, lines: started.output().trim().split('\n'), files: readdirSync(cwd) }
}

describe('The start', () => {
  it.each(['PORT', 'METRICS_PORT'])('fails with one line and creates nothing when %s is taken', async (name) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const free = name === 'PORT' ? {} : { PORT: String(await freePort()) }
    const failed = await startAndFail({ ...free, [name]: String(port) })
    other.close()
    expect(failed).toEqual({
      code: 1,
      lines: [
        `${name} ${port} is in use (EADDRINUSE): stop the program that listens on 127.0.0.1:${port}, or set ${name} to a free port`,
      ],
      files: [],
    })
  })
})

describe('The start with invalid settings', () => {
  it('fails with one line per error, each naming its variable', async () => {
    const started = start({ PORT: 'eighty', RATE_LIMIT_REQUESTS: '0', LOG_LEVEL: 'loud' })
    expect(await started.ended).toBe(1)
    expect(started.output().trim().split('\n')).toEqual([
      expect.stringMatching(/^PORT must/),
      expect.stringMatching(/^RATE_LIMIT_REQUESTS must/),
      expect.stringMatching(/^LOG_LEVEL must/),
    ])
  })
})

/** Starts the service in this process, and returns the error of the start. */
const startError = async (environment: Record<string, string>) => {
  const settings = parseSettings({ PORT: String(await freePort()), ...environment })
  return startService(settings, pino({ level: 'silent' })).then(
    () => new Error('started'),
    (error: Error) => error,
  )
}

it.each([
  [{ HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 is not an address of this machine .*: set HOST to/],
  [
    { DATA_DIR: '/dev/null/data' },
    /^DATA_DIR \/dev\/null\/data cannot be written \(ENOTDIR\): make it writable, or set/,
  ],
  [{ DATA_DIR: '/dev/null' }, /^DATA_DIR \/dev\/null cannot be written \(ENOTDIR\): make it writable, or set/],
  [{ DATA_DIR: '/proc/a/b' }, /^DATA_DIR \/proc\/a\/b cannot be written \(E\w+\): make it writable, or set/],
  [
    { INTERNAL_API_KEY: `test:${'k'.repeat(40)}`, INTERNAL_API_KEY_SCOPES: 'test:accounts.burn' },
    /^INTERNAL_API_KEY_SCOPES names accounts\.burn, which is not a procedure \(docs\/internal-applications\.md\)$/,
  ],
])('The start with %j fails and names the variable and the remedy', async (environment, problem) => {
  expect(await startError(environment)).toMatchObject({ problems: [expect.stringMatching(problem)] })
})

it('The start with a DATA_DIR below a dangling link fails and names it', async () => {
  const link = path.join(folder, 'dangling')
  symlinkSync(path.join(folder, 'nowhere'), link)
  expect(await startError({ DATA_DIR: `${link}/data` })).toMatchObject({
    message: expect.stringMatching(`^DATA_DIR ${link}/data cannot be written \\(ENOENT\\): make it writable`),
  })
})

const programs = postgresPrograms()

describe.skipIf(!programs)('The start with a PostgreSQL server', () => {
  let server: PostgresServer
  let port: string
  beforeAll(async () => {
    server = await startPostgres(programs ?? '')
    port = new URL(server.url).port
    const database = await openDatabase({ url: server.url }, newSealingKeys())
    const admin = database.pool
    await admin.query(`CREATE ROLE app LOGIN PASSWORD 'right'`)
    const { rows } = await admin.query<{ hba_file: string }>('SHOW hba_file')
    const rules = ['host all postgres 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256']
    writeFileSync(rows[0]!.hba_file, rules.join('\n'))
    await admin.query('SELECT pg_reload_conf()')
    await database.close()
  })
  afterAll(() => server.stop())

  /** Starts the service on a database without waiting for the database, and returns the error of the start. */
  const databaseError = (url: string, environment = {}) =>
    startError({
      DATA_DIR: path.join(folder, 'unused'),
      DATABASE_START_TIMEOUT_MS: '0',
      DATABASE_URL: url,
      ...environment,
    })

  it.each([
    [
      'the host is unknown',
      () => 'postgresql://postgres@db.invalid/postgres',
      /^DATABASE_URL leads to db\.invalid, which is unavailable \((ENOTFOUND|EAI_AGAIN)\): start PostgreSQL there, or correct the address$/,
    ],
    [
      'the user is unknown',
      () => `postgresql://nobody:x@127.0.0.1:${port}/postgres`,
      'DATABASE_URL is rejected (password authentication failed for user "nobody"): correct the user and the password',
    ],
    [
      'the password is wrong',
      () => `postgresql://app:wrong@127.0.0.1:${port}/postgres`,
      'DATABASE_URL is rejected (password authentication failed for user "app"): correct the user and the password',
    ],
    [
      'the database is unknown',
      () => `postgresql://postgres@127.0.0.1:${port}/nothing`,
      'DATABASE_URL is rejected (database "nothing" does not exist): create the database, or correct its name',
    ],
    [
      'the user may not create tables',
      () => `postgresql://app:right@127.0.0.1:${port}/postgres`,
      'DATABASE_URL is rejected (permission denied for schema public): make the user the owner of the database, or of the schema',
    ],
    [
      'the server has no TLS',
      () => `postgresql://postgres@127.0.0.1:${port}/postgres?sslmode=require`,
      `DATABASE_URL requires TLS, which fails (The server does not support SSL connections): correct sslmode and sslrootcert, or the server's certificate`,
    ],
    [
      'the file of the authority is missing',
      () => `postgresql://postgres@127.0.0.1:${port}/postgres?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`,
      `DATABASE_URL requires TLS, which fails (ENOENT: no such file or directory, open '/nowhere/ca.pem'): correct sslmode and sslrootcert, or the server's certificate`,
    ],
  ])('fails with one line that names the variable and the remedy when %s', async (_title, url, line) => {
    const error = await databaseError(url())
    expect(error).toBeInstanceOf(DatabaseStartError)
    expect(error).toMatchObject({ message: typeof line === 'string' ? line : expect.stringMatching(line) })
  })

  it('names DATABASE_DIRECT_URL when that is rejected', async () => {
    const direct = server.url.replace(/postgres$/, 'nothing')
    expect(await databaseError(server.url, { DATABASE_DIRECT_URL: direct })).toMatchObject({
      message:
        'DATABASE_DIRECT_URL is rejected (database "nothing" does not exist): create the database, or correct its name',
    })
  })

  it.each(['require', 'prefer', 'verify-ca', 'require&uselibpqcompat=false'])(
    'prints only one line with sslmode=%s, without the three lines of the driver',
    async (sslmode) => {
      const url = `postgresql://postgres@127.0.0.1:${port}/postgres?sslmode=${sslmode}`
      const environment = { PORT: String(await freePort()), DATABASE_URL: url, LOG_FORMAT: 'json' }
      const { code, lines } = await startAndFail(environment)
      expect(lines).toEqual([expect.stringMatching(/^DATABASE_URL requires TLS, which fails /)])
      expect(code).toBe(1)
    },
  )

  it('prints one line and exits with 1 when the password is missing, even if the server keeps the connection open', async () => {
    const url = `postgresql://app@127.0.0.1:${port}/postgres`
    const { code, lines } = await startAndFail({ PORT: String(await freePort()), DATABASE_URL: url })
    expect(lines).toEqual([
      expect.stringMatching(/^DATABASE_URL is rejected \(SASL: .*\): correct the user and the password$/),
    ])
    expect(code).toBe(1)
  })
})

describe('The start with a damaged DATA_DIR fails with one line and changes nothing:', () => {
  let data: string
  beforeEach(() => {
    data = mkdtempSync(path.join(folder, 'damaged-'))
  })

  it.each([
    ['an incomplete copy of the database', 'PG_VERSION', 'it has files, but no PG_VERSION'],
    ['a database without its write-ahead log', 'pg_wal', 'PostgreSQL does not start in it'],
  ])('%s', async (_title, missing, reason) => {
    await createData(data)
    const pgdata = path.join(data, 'database/pgdata')
    rmSync(path.join(pgdata, missing), { recursive: true })
    const before = readdirSync(pgdata)
    const error = await startError({ DATA_DIR: data })
    expect(error).toBeInstanceOf(DatabaseStartError)
    expect(error).toMatchObject({
      message: `DATA_DIR ${pgdata} cannot be opened as a database (${reason}): make sure that its disk is not full, and restore it from a backup, or move it away to begin with an empty database`,
    })
    expect(readdirSync(pgdata)).toEqual(before)
  })

  it('data without keys.json, for which no keys are generated', async () => {
    mkdirSync(path.join(data, 'database/pgdata'), { recursive: true })
    const file = path.join(data, 'keys.json')
    expect(await startError({ DATA_DIR: data })).toEqual(
      new SettingsError([
        `DATA_DIR ${file} is missing, but ${data} has data, which needs its keys: restore it from a backup, set the keys as variables, or move ${data} away to begin with an empty database`,
      ]),
    )
    expect(existsSync(file)).toBe(false)
  })

  it.each([
    ['is cut off', '{ "TOKEN_SIGNING_KEYS": "k1:', /^it is not JSON$/],
    ['is not an object', 'null', /^it lacks a key$/],
    ['has an invalid key', '{ "DATA_SEALING_KEY": "short" }', /^DATA_SEALING_KEY must /],
  ])('a keys.json that %s', async (_title, text, reason) => {
    const file = path.join(data, 'keys.json')
    writeFileSync(file, text)
    const error = await startError({ DATA_DIR: data })
    expect(error).toBeInstanceOf(SettingsError)
    const [, named, problem] = /^DATA_DIR (\S+) cannot be used \((.*)\): restore it from a backup$/.exec(error.message)!
    expect([named, problem]).toEqual([file, expect.stringMatching(reason)])
  })
})
