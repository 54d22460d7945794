import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  type Dirent,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, startBuiltService, type StartedService, untilReady } from './built-service.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-start-'))
const dataDirectory = path.join(folder, 'data')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const nameOfDirectory = (entry: Dirent) => (entry.isDirectory() ? [entry.name] : [])

const start = (environment: Record<string, string>) => startBuiltService(folder, environment)

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

  it('prints the sign-in data of three demo users and a curl line that works when pasted', () => {
    const line = /^ *(curl .*)$/m.exec(first.output())?.[1]
    const response = JSON.parse(execFileSync('sh', ['-c', line ?? 'false'], { encoding: 'utf8' }))
    expect(response).toEqual({ token: expect.stringMatching(/^eyJ/), _id: expect.stringMatching(/^[0-9a-f]{24}$/) })
    for (const name of ['demo', 'viewer', 'pending']) expect(first.output()).toContain(`${name}@partner.example`)
  })

  it('makes keys and passwords readable only for their owner', () => {
    for (const file of ['keys.json', 'demo.json']) {
      expect(statSync(path.join(dataDirectory, file)).mode & 0o777).toBe(0o600)
    }
    // Other users cannot reach the files inside.
    const directories = ['.', ...readdirSync(dataDirectory, { withFileTypes: true }).flatMap(nameOfDirectory)]
    expect(directories).toContain('database')
    for (const name of directories) expect(statSync(path.join(dataDirectory, name)).mode & 0o777, name).toBe(0o700)
  })

  it('makes a second start on the same directory fail and name the running process', async () => {
    const second = start({ ...environment, PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`is in use by process ${first.process.pid}`)
  })

  it('is followed on SIGINT by responses to all requests in flight and a clean exit, and a second start keeps users and keys', async () => {
    const [{ email, password }] = JSON.parse(readFileSync(path.join(dataDirectory, 'demo.json'), 'utf8'))
    const address = `http://127.0.0.1:${environment['PORT']}/partners/v1/tokens`
    const signIn = () => fetch(address, { method: 'POST', body: JSON.stringify({ email, password }) })
    const inFlight = Array.from({ length: 8 }, signIn)
    // Waits until the service is processing requests.
    while (first.output().split('"route":"/partners/v1/tokens"').length < 3) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    first.process.kill('SIGINT')
    // A busy machine may take longer for all passwords than a request may take: then it gets 503.
    const responded = expect.toSatisfy((status) => status === 200 || status === 503) as number
    expect((await Promise.all(inFlight)).map(({ status }) => status)).toEqual(Array(8).fill(responded))
    expect(await first.ended).toBe(0)

    const keys = path.join(dataDirectory, 'keys.json')
    chmodSync(keys, 0o644)
    first = start(environment)
    await untilReady(first)
    expect((await signIn()).status).toBe(200)
    // The service restores the permissions that were widened above, and logs it.
    expect(statSync(keys).mode & 0o777).toBe(0o600)
    expect(first.output()).toContain('other users could read this file of secrets')
    expect(first.output()).not.toContain(password)
  })
})

describe('Each start in development', () => {
  const { packageManager } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  const directory = path.join(folder, 'readable')
  const output = async () => {
    // An empty variable counts as unset: the default of the service instead of that of the tests.
    const started = start({ PORT: String(await freePort()), DATA_DIR: directory, LOG_FORMAT: '' })
    await untilReady(started)
    started.process.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    return started.output()
  }

  it('prints the addresses of portal, reference and console, how to sign in to them, and log lines for people', async () => {
    const [first, second] = [await output(), await output()]

    for (const printed of [first, second]) {
      expect(printed).toMatch(/^Partner portal: +http:\/\/localhost:\d+\/portal$/m)
      expect(printed).toMatch(/^API reference: +http:\/\/localhost:\d+\/partners\/v1\/docs$/m)
      expect(printed).toContain(`Demo sign-in data: ${directory}/demo.json\n`)
      expect(printed).toMatch(/^Console: +http:\/\/localhost:\d+\/console$/m)
      expect(printed).toContain(`run \`npx --yes ${packageManager} ops console\``)
      expect(printed).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: ready /m)
      expect(printed).not.toContain('"level"')
    }
    expect(first).toContain('To get a token, run')
    expect(second).not.toContain('To get a token, run')
  })
})

describe('The start', () => {
  /** Starts in an empty folder. @returns the exit code, the lines that were printed, and the files that exist afterwards */
  const failedStart = async (environment: Record<string, string>) => {
    const cwd = mkdtempSync(path.join(folder, 'failed-'))
    const started = startBuiltService(cwd, environment)
    const code = await started.ended
    return { code, lines: started.output().trim().split('\n'), files: readdirSync(cwd) }
  }

  it.each(['PORT', 'METRICS_PORT'])('fails with one line and creates nothing when %s is taken', async (name) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const free = name === 'PORT' ? {} : { PORT: String(await freePort()) }
    const failed = await failedStart({ ...free, [name]: String(port) })
    other.close()
    expect(failed).toEqual({
      code: 1,
      lines: [
        `${name} ${port} is in use (EADDRINUSE): stop the program that listens on 127.0.0.1:${port}, or set ${name} to a free port`,
      ],
      files: [],
    })
  })

  it('fails with one line when HOST is no address of the machine', async () => {
    const { code, lines } = await failedStart({ PORT: String(await freePort()), HOST: '192.0.2.1' })
    expect(code).toBe(1)
    expect(lines).toEqual([
      expect.stringMatching(/^HOST 192\.0\.2\.1 is not an address of this machine .*: set HOST to/),
    ])
  })

  it('fails with one line when DATA_DIR cannot be written', async () => {
    const file = path.join(folder, 'file')
    writeFileSync(file, '')
    const { code, lines } = await failedStart({ PORT: String(await freePort()), DATA_DIR: `${file}/data` })
    expect(code).toBe(1)
    expect(lines).toEqual([
      `DATA_DIR ${file}/data cannot be written (ENOTDIR): make it writable, or set DATA_DIR to a directory that is`,
    ])
  })

  it.each([
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development, test or unset: did you mean production?'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV must be production, development, test or unset'],
    [{ RATE_LIMIT_REQUEST: '10' }, 'RATE_LIMIT_REQUEST is not a setting: did you mean RATE_LIMIT_REQUESTS?'],
    [
      { INTERNAL_API_KEY_SCOPES: 'internal:accounts.burn' },
      'INTERNAL_API_KEY_SCOPES names accounts.burn, which is not a procedure (docs/internal-applications.md)',
    ],
    [{ REDIS_URI: 'redis://x' }, 'REDIS_URI is not a setting: did you mean REDIS_URL?'],
  ])('fails with one line that names the variable and the remedy: %j', async (environment, line) => {
    expect(await failedStart(environment)).toEqual({ code: 1, lines: [line], files: [] })
  })
})

describe('The start with invalid settings', () => {
  it('fails with one line per error, each of which names its variable', async () => {
    const started = start({ PORT: 'eighty', RATE_LIMIT_REQUESTS: '0', LOG_LEVEL: 'loud' })
    expect(await started.ended).toBe(1)
    expect(started.output().trim().split('\n')).toEqual([
      expect.stringMatching(/^PORT must/),
      expect.stringMatching(/^RATE_LIMIT_REQUESTS must/),
      expect.stringMatching(/^LOG_LEVEL must/),
    ])
  })

  it('fails in production when keys or the database are not set', async () => {
    const started = start({ NODE_ENV: 'production' })
    expect(await started.ended).toBe(1)
    for (const name of ['DATABASE_URL', 'TOKEN_SIGNING_KEYS', 'DATA_SEALING_KEY']) {
      expect(started.output()).toContain(`${name} must be set in production`)
    }
  })
})
