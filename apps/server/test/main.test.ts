import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type InProcessServer, startInProcessServer } from '@partner-accounts/db/testing/server'
import { freePort } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { PRODUCTION_ENVIRONMENT } from './production-environment.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const WAIT = { timeout: 30_000, interval: 10 }
const NOWHERE = 'postgresql://postgres@127.0.0.1:1/postgres'

type Listener = (...args: unknown[]) => void
const EVENTS = ['exit', 'SIGHUP', 'SIGINT', 'SIGTERM', 'SIGUSR1', 'uncaughtException'] as const
const listenersTo = (event: string) => process.listeners(event as 'SIGTERM') as Listener[]

let database: InProcessServer
beforeAll(async () => {
  database = await startInProcessServer()
})
afterAll(() => database.stop())

/** Turns prepared statements off, because all connections share one session, where closed connections would leave them. */
const databaseVariables = () => ({ DATABASE_URL: database.url, DATABASE_PREPARED_STATEMENTS: 'off' })

let folder: string
let port: number
beforeEach(async () => {
  port = await freePort()
  folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-main-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

let runs = 0

/**
 * Runs the program in this process.
 *
 * @returns `printed` and `exits`: what the program prints, and the codes it exits with. `imported` resolves at the end of
 * its main module, when the program serves or has failed. `added` returns the listeners that it added to an event of the
 * process, and `send` calls them.
 */
function run(environment: Record<string, string>, ...programArguments: string[]) {
  const printed = { out: '', error: '' }
  const exits: unknown[] = []
  const capture = (name: 'out' | 'error') => (text: string | Uint8Array, onWritten?: unknown) => {
    printed[name] += String(text)
    if (typeof onWritten === 'function') (onWritten as () => void)()
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(capture('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(capture('error')),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      exits.push(code)
      return undefined as never
    }),
  ]
  const variables = { PORT: String(port), DATA_DIR: path.join(folder, 'data'), OUTGOING: 'off', LOG_FORMAT: 'text' }
  const settings = { DATABASE_POOL_SIZE: '1', DATABASE_START_TIMEOUT_MS: '0', ...variables, ...environment }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const before = new Map(EVENTS.map((event) => [event, listenersTo(event)]))
  const added = (event: (typeof EVENTS)[number]) =>
    listenersTo(event).filter((listener) => !before.get(event)!.includes(listener))
  const { argv } = process
  const mask = process.umask()
  process.argv = ['node', 'main.js', ...programArguments]
  runs += 1
  const imported = import(`${MAIN}?run=${runs}`) as Promise<unknown>
  onTestFinished(() => {
    for (const event of EVENTS) for (const listener of added(event)) process.off(event, listener)
    for (const spy of spies) spy.mockRestore()
    process.umask(mask)
    process.argv = argv
    vi.unstubAllEnvs()
  })
  const send = (event: (typeof EVENTS)[number], value: unknown = event) => {
    for (const listener of added(event)) listener(value)
  }
  const untilExit = () => vi.waitFor(() => expect(exits).not.toEqual([]), WAIT)
  return { printed, exits, imported, added, send, untilExit }
}

it('the program serves until SIGTERM, which may be repeated, and exits with 0', async () => {
  const { printed, exits, imported, send, untilExit } = run(databaseVariables())
  await imported
  expect(process.umask()).toBe(0o077)
  expect(printed.out).toMatch(/^A demo partner was created/m)
  expect(printed.out).toMatch(/^Partner portal: +http:\/\/localhost:\d+\/portal$/m)
  expect(printed.out).toContain(`INFO: ready {"version":"dev","baseUrl":"http://localhost:${port}/partners/v1"}\n`)
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(metrics).toContain('\nlog_lines_dropped_total 0\n')
  for (let times = 0; times < 2; times += 1) send('SIGTERM')
  await untilExit()
  expect(exits).toEqual([0])
  expect(printed.out).toMatch(/INFO: stopping \{"signal":"SIGTERM"\}\n(.*\n)*.*INFO: stopped\n/)
  expect(printed.error).toBe('')
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow()
})

it('the argument `migrate` only migrates the database, and then leaves signals to the system', async () => {
  const { printed, exits, imported, added } = run(databaseVariables(), 'migrate')
  await imported
  expect([printed.error, exits, added('SIGINT')]).toEqual(['', [], []])
  expect(printed.out).toMatch(/INFO: nothing to migrate\n$/)
})

it('invalid settings are printed, one line each, before anything is created', async () => {
  const { printed, exits, imported } = run({ PORT: 'eighty', LOG_LEVEL: 'loud' })
  await imported.catch(() => undefined)
  expect(exits[0]).toBe(1)
  expect(printed.error.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^PORT must be/),
    expect.stringMatching(/^LOG_LEVEL must be/),
  ])
  expect(existsSync(path.join(folder, 'data'))).toBe(false)
})

it('a start without its database prints one line and exits with 1', async () => {
  const { printed, exits, imported } = run({ DATABASE_URL: NOWHERE })
  await imported
  expect(exits).toEqual([1])
  expect(printed.error).toMatch(
    /^DATABASE_URL leads to 127\.0\.0\.1:1, which is unavailable \(ECONNREFUSED\): start PostgreSQL there.*\n$/,
  )
  expect(printed.out).toBe('')
})

it('an unexpected error at the start is logged with its stack, and the program exits with 1', async () => {
  mkdirSync(path.join(folder, 'data/keys.json'), { recursive: true })
  const { printed, exits, imported } = run({ DATABASE_URL: NOWHERE })
  await imported
  expect(exits).toEqual([1])
  expect(printed.out).toMatch(/FATAL: the service could not start \{"err":.*EISDIR.*\n +Error: EISDIR/)
  expect(printed.error).toBe('')
})

/** Runs the program in production, with a database that never responds. Returns once it connects. */
async function startWaiting() {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const program = run({
    ...PRODUCTION_ENVIRONMENT,
    DATABASE_URL: `postgresql://postgres@127.0.0.1:${(silent.address() as AddressInfo).port}/postgres`,
    DATABASE_CONNECT_TIMEOUT_MS: '300',
    METRICS_PORT: String(await freePort()),
  })
  await once(silent, 'connection')
  return program
}

it('a signal during the start ends the program with the number of the signal', async () => {
  const { printed, exits, imported, send, untilExit } = await startWaiting()
  send('SIGUSR1')
  send('SIGINT')
  await untilExit()
  // 128 + 2, the number of SIGINT.
  expect(exits[0]).toBe(130)
  await imported
  expect(printed.out).toContain('SIGUSR1 is ignored')
  expect(printed.out).toMatch(/INFO: stopping \{"signal":"SIGINT"\}/)
})

it('an unexpected error is logged, and ends the program with 1', async () => {
  const { printed, exits, imported, send, untilExit } = await startWaiting()
  send('uncaughtException', new Error('broken'))
  await untilExit()
  expect(exits[0]).toBe(1)
  await imported
  expect(printed.out).toMatch(/FATAL: unexpected error \{"err":.*"broken"/)
  expect(printed.out).toMatch(/INFO: stopping\n/)
})
