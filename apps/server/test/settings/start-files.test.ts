import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@partner-accounts/local-servers'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { checkEnvironment } from '../../src/check-environment.ts'
import { readLocalTestUser } from '../../src/demo/demo-partner.ts'
import { welcomeText } from '../../src/demo/welcome.ts'
import { readOrCreate } from '../../src/settings/owner-only-file.ts'
import { loadKeys } from '../../src/settings/data-directory.ts'
import { parseSettings } from '../../src/settings/settings.ts'

let port: string
beforeAll(async () => {
  port = String(await freePort())
})

function newDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'partner-accounts-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const settingsIn = (directory: string, changes: Record<string, string> = {}) =>
  parseSettings({ DATA_DIR: directory, ...changes })

async function loadIn(directory: string, changes: Record<string, string> = {}) {
  const warnings: unknown[] = []
  const keys = await loadKeys(settingsIn(directory, changes), { warn: (facts: unknown) => void warnings.push(facts) })
  return { keys, warnings }
}

it('the first start generates keys that only the owner can read, and later starts read them', async () => {
  const directory = newDirectory()
  const { keys } = await loadIn(directory)
  expect(keys.tokenSigningKeys[0]!.key).toHaveLength(32)
  expect(keys.internalApiKeys).toEqual([{ name: 'internal', key: expect.stringMatching(/^[\w-]{43}$/) as string }])
  expect(statSync(path.join(directory, 'keys.json')).mode & 0o777).toBe(0o600)
  expect((await loadIn(directory)).keys).toEqual(keys)
})

it('keys in environment variables replace those of the file, which is not created if all keys are variables', async () => {
  const directory = newDirectory()
  const INTERNAL_API_KEY = 'k'.repeat(32)
  const { keys } = await loadIn(directory, { INTERNAL_API_KEY })
  expect(keys.internalApiKeys).toEqual([{ name: 'internal', key: INTERNAL_API_KEY }])
  const stored = JSON.parse(readFileSync(path.join(directory, 'keys.json'), 'utf8')) as Record<string, string>
  const other = newDirectory()
  await loadIn(other, { ...stored, INTERNAL_API_KEY })
  expect(existsSync(path.join(other, 'keys.json'))).toBe(false)
})

it('a file of keys that other users could read is restricted to its owner, with a warning', async () => {
  const directory = newDirectory()
  const file = path.join(directory, 'keys.json')
  await loadIn(directory)
  chmodSync(file, 0o640)
  expect((await loadIn(directory)).warnings).toEqual([{ file }])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await loadIn(directory)).warnings).toEqual([])
})

it.each([
  ['it is not JSON', '{'],
  ['it lacks a key', 'null'],
  ['it lacks a key', '{}'],
  ['INTERNAL_API_KEY must be', '{"INTERNAL_API_KEY":"short"}'],
])('a damaged file of keys is rejected, because %s: %s', async (reason, content) => {
  const directory = newDirectory()
  writeFileSync(path.join(directory, 'keys.json'), content)
  await expect(loadIn(directory)).rejects.toThrow(`keys.json cannot be used (${reason}`)
})

it.each(['database/pgdata', 'demo.json'])('no keys are generated beside %s, whose keys are missing', async (name) => {
  const directory = newDirectory()
  mkdirSync(path.join(directory, name), { recursive: true })
  await expect(loadIn(directory)).rejects.toThrow('keys.json is missing, but')
})

/** Takes a free port until the end of the test. */
async function takePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return String((server.address() as AddressInfo).port)
}

it('the start fails when PORT or METRICS_PORT is in use, and names the variable', async () => {
  const takenPort = await takePort()
  const inUseMessage = (name: string) =>
    `${name} ${takenPort} is in use (EADDRINUSE): stop the program that listens on 127.0.0.1:${takenPort}, or set ${name} to a free port`
  await expect(checkEnvironment(settingsIn(newDirectory(), { PORT: takenPort }))).rejects.toThrow(inUseMessage('PORT'))
  const metrics = { PORT: port, METRICS_PORT: takenPort }
  await expect(checkEnvironment(settingsIn(newDirectory(), metrics))).rejects.toThrow(inUseMessage('METRICS_PORT'))
})

it('the start fails when HOST is not an address of this machine', async () => {
  const settings = settingsIn(newDirectory(), { HOST: '192.0.2.1', PORT: port })
  await expect(checkEnvironment(settings)).rejects.toThrow(
    'HOST 192.0.2.1 is not an address of this machine (EADDRNOTAVAIL): set HOST to 127.0.0.1 or 0.0.0.0',
  )
})

it('the start fails when a key is limited to a procedure that does not exist', async () => {
  const INTERNAL_API_KEY = `reader:${'k'.repeat(32)}`
  const checkScope = (scope: string) =>
    checkEnvironment(
      settingsIn(newDirectory(), { PORT: port, INTERNAL_API_KEY, INTERNAL_API_KEY_SCOPES: `reader:${scope}` }),
    )
  await expect(checkScope('accounts.search+accounts.missing')).rejects.toThrow(
    'INTERNAL_API_KEY_SCOPES names accounts.missing, which is not a procedure (docs/internal-applications.md)',
  )
  await expect(checkScope('read')).resolves.toBeUndefined()
})

it('the start creates DATA_DIR with its parents for the owner only, and fails when it is a file', async () => {
  const directory = path.join(newDirectory(), 'one/two')
  await checkEnvironment(settingsIn(directory, { PORT: port }))
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  const file = path.join(directory, 'file')
  writeFileSync(file, '')
  const message = `DATA_DIR ${file} cannot be written (ENOTDIR): make it writable, or set DATA_DIR to a directory that is`
  await expect(checkEnvironment(settingsIn(file, { PORT: port }))).rejects.toThrow(message)
})

it('the start in production creates no directory, and succeeds when the default port of metrics is in use', async () => {
  const directory = path.join(newDirectory(), 'unused')
  const settings = settingsIn(directory, { PORT: port })
  const listener = { host: '127.0.0.1', port: Number(await takePort()), isChosen: false }
  await checkEnvironment({ ...settings, production: true, metrics: { onServicePort: false, listener } })
  expect(existsSync(directory)).toBe(false)
})

it('a file of secrets that another process creates meanwhile is never overwritten', async () => {
  const file = path.join(newDirectory(), 'keys.json')
  const createMeanwhile = () => {
    writeFileSync(file, '"first"')
    return 'second'
  }
  await expect(readOrCreate(file, createMeanwhile, { warn: () => {} })).rejects.toThrow('EEXIST')
  expect(readFileSync(file, 'utf8')).toBe('"first"')
})

it('readLocalTestUser returns the user of test mode only in development and only for a loopback address', async () => {
  const dataDirectory = newDirectory()
  const publicUrl = 'http://localhost:3000'
  const local = { production: false, publicUrl, dataDirectory }
  expect(await readLocalTestUser(local)).toBeUndefined()
  const signIn = { email: 'test@partner.example', password: 'secret' }
  writeFileSync(path.join(dataDirectory, 'demo.json'), JSON.stringify([{ email: 'demo@partner.example' }, signIn]))
  expect(await readLocalTestUser(local)).toEqual(signIn)
  expect(await readLocalTestUser({ ...local, production: true })).toBeUndefined()
  expect(await readLocalTestUser({ ...local, publicUrl: 'http://contas.example' })).toBeUndefined()
})

it('the welcome prints addresses, and the sign-in data only at the first start', () => {
  const publicUrl = 'http://localhost:3000'
  const settings = { publicUrl, port: 3000, dataDirectory: '.data' }
  const emails = ['demo@partner.example', 'viewer@partner.example', 'pending@partner.example', 'test@partner.example']
  const created = emails.map((email) => ({ email, password: 'secret' }))
  const first = welcomeText({ created, demoFile: '.data/demo.json' }, settings)
  expect(first).toContain('test@partner.example       secret   (test mode: sends no mails)')
  expect(first).toContain(
    `curl -s ${publicUrl}/partners/v1/tokens -d '{"email":"demo@partner.example","password":"secret"}'`,
  )
  expect(first).toContain('Demo sign-in data: .data/demo.json')
  expect(welcomeText({ created: undefined, demoFile: undefined }, settings)).toBe(`
Partner portal:    ${publicUrl}/portal
API reference:     ${publicUrl}/partners/v1/docs
Console:           ${publicUrl}/console
Console sign-in:   run \`npx --yes pnpm@12.21.0 ops console\` in another terminal

`)
})

it('the welcome prints an `ops` command for the port and the data directory, quoted for a shell', () => {
  const settings = { publicUrl: 'http://localhost:4000', port: 4000, dataDirectory: "Ana's mother's data" }
  expect(welcomeText({ created: undefined, demoFile: undefined }, settings)).toContain(
    "run `PORT=4000 DATA_DIR='Ana'\\''s mother'\\''s data' npx",
  )
})
