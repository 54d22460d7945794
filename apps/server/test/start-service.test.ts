import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newSealingKeys } from '@partner-accounts/core/testing'
import type { Database } from '@partner-accounts/db'
import { freePort } from '@partner-accounts/local-servers'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { parseSettings, type Settings } from '../src/settings/settings.ts'
import { migrateDatabase, startService } from '../src/start-service.ts'
import { captureLog } from './mail/log-capture.ts'
import { PRODUCTION_ENVIRONMENT } from './production-environment.ts'
import { openTestDatabase } from './test-database.ts'

/** An empty database. Its `close` only counts the calls, so that several services of a test can use it. */
let database: Database
let closings: number
let folder: string
let port: number
beforeEach(async () => {
  closings = 0
  const opened = await openTestDatabase(newSealingKeys())
  onTestFinished(() => opened.close())
  database = {
    ...opened,
    close: () => {
      closings += 1
      return Promise.resolve()
    },
  }
  port = await freePort()
  folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

const open = () => Promise.resolve(database)
const settingsFor = (environment: Record<string, string>): Settings =>
  parseSettings({ PORT: String(port), DATA_DIR: path.join(folder, 'data'), OUTGOING: 'off', ...environment })
const addressOf = (listeningPort: number) => `http://127.0.0.1:${listeningPort}`
const isListening = (listeningPort = port) =>
  fetch(`${addressOf(listeningPort)}/metrics`).then(
    () => true,
    () => false,
  )

async function start(environment: Record<string, string>, changes: Partial<Settings> = {}) {
  const { logger, lines } = captureLog()
  const countDroppedLines = () => 7
  const settings = { ...settingsFor(environment), ...changes }
  const service = await startService(settings, logger, { open, countDroppedLines })
  return { service, messages: () => lines.map(({ msg }) => msg) }
}

it('a start in production creates neither files nor demo users', async () => {
  const { service } = await start({
    ...PRODUCTION_ENVIRONMENT,
    METRICS_PORT: String(await freePort()),
    DATABASE_URL: 'postgresql://db.example/accounts',
    SHUTDOWN_DRAIN_SECONDS: '0',
  })
  expect([service.created, existsSync(path.join(folder, 'data'))]).toEqual([undefined, false])
  expect(await database.stores.partners.isEmpty()).toBe(true)
  expect(await isListening()).toBe(true)
  await service.stop()
})

it('the first start in development creates demo users, and serves requests and metrics until it is stopped', async () => {
  const metricsPort = await freePort()
  const environment = { METRICS_PORT: String(metricsPort), LOG_LEVEL: 'info', LOGLEVEL: 'x' }
  const { service, messages } = await start(environment, { shutdownDrainSeconds: 0.2 })
  expect(service.created?.map(({ email }) => email)).toContain('demo@partner.example')
  expect(service.demoFile).toBe(path.join(folder, 'data/demo.json'))
  expect(messages()).toEqual(
    expect.arrayContaining([
      'LOGLEVEL is not a setting: it is ignored',
      'OUTGOING=off: no mail and no webhook leaves, all of them wait',
      `Server listening at ${addressOf(port)}`,
    ]),
  )
  expect(await (await fetch(`${addressOf(metricsPort)}/metrics`)).text()).toContain('\nlog_lines_dropped_total 7\n')

  const stoppedAt = performance.now()
  const stopped = service.stop()
  const drained = await fetch(`${addressOf(port)}/health/ready`)
  expect([drained.status, drained.headers.get('connection'), closings]).toEqual([503, 'close', 0])
  await stopped
  expect(performance.now() - stoppedAt).toBeGreaterThanOrEqual(199)
  expect([await isListening(), await isListening(metricsPort), closings]).toEqual([false, false, 1])
})

it('a later start returns no demo users, and no file if it was deleted', async () => {
  const first = await start({})
  await first.service.stop()
  rmSync(first.service.demoFile!)
  const { service } = await start({})
  expect([service.created, service.demoFile]).toEqual([undefined, undefined])
  expect(await isListening()).toBe(true)
  await service.stop()
})

it('a start behind the development server logs its address, and serves no pages', async () => {
  const { service, messages } = await start({}, { frontAddress: 'http://localhost:5173' })
  expect(messages()).toContain('Server listening at http://localhost:5173')
  expect((await fetch(`${addressOf(port)}/portal`)).status).toBe(404)
  expect(messages()).not.toContain('the portal is not built, and not served: pnpm build')
  await service.stop()
})

it('a failed start closes everything that it opened', async () => {
  const metricsPort = await freePort()
  const settings = settingsFor({ METRICS_PORT: String(metricsPort) })
  const other = createServer()
  const takePortAndOpen = async () => {
    expect(await isListening(metricsPort)).toBe(true)
    other.listen(port, '127.0.0.1')
    await once(other, 'listening')
    return database
  }
  onTestFinished(() => void other.close())
  await expect(startService(settings, captureLog().logger, { open: takePortAndOpen })).rejects.toThrow('EADDRINUSE')
  expect([await isListening(metricsPort), closings]).toEqual([false, 1])
})

it('a start whose database cannot be opened closes the server for metrics', async () => {
  const metricsPort = await freePort()
  const settings = settingsFor({ METRICS_PORT: String(metricsPort) })
  const failToOpen = async () => {
    expect(await isListening(metricsPort)).toBe(true)
    throw new Error('disk full')
  }
  await expect(startService(settings, captureLog().logger, { open: failToOpen })).rejects.toThrow('disk full')
  expect(await isListening(metricsPort)).toBe(false)
})

it.each([
  [['20261101_init'], ['migration applied']],
  [[], ['nothing to migrate']],
])('migrateDatabase logs the applied migrations %j, and closes the database', async (names, expected) => {
  const { logger, lines } = captureLog()
  const migrated = { ...database, migrate: () => Promise.resolve(names) }
  await migrateDatabase(settingsFor({}), logger, () => Promise.resolve(migrated))
  expect([lines.map(({ msg }) => msg), closings]).toEqual([expected, 1])
})

it('migrateDatabase closes the database when a migration fails', async () => {
  const failing = { ...database, migrate: () => Promise.reject(new Error('syntax error')) }
  const migrated = migrateDatabase(settingsFor({}), captureLog().logger, () => Promise.resolve(failing))
  await expect(migrated).rejects.toThrow('syntax error')
  expect(closings).toBe(1)
})
