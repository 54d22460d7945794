import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VERSION } from '../../src/http/version.ts'
import { type RunningService, startService } from '../running-service.ts'
import { accountBody } from '../scripted-api.ts'
import { areRuntimesInstalled, RUNTIMES } from './installed-runtimes.ts'
import { packPackage } from './packed-package.ts'

const execute = promisify(execFile)
const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-install-'))
const FILE = `sdk-${VERSION}.tgz`

const { tarball } = await packPackage()
const bytes = readFileSync(tarball)
const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`

let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Makes only the service reachable: nothing listens on port 9. No cache is shared, because HOME is a new folder. */
const environment = () => ({
  PATH: process.env['PATH'],
  HOME: folder,
  npm_config_registry: 'http://127.0.0.1:9/',
  // npm asks the registry for the optional peer msw, and installs without a response.
  npm_config_fetch_retries: '0',
  npm_config_update_notifier: 'false',
  YARN_REGISTRY: 'http://127.0.0.1:9/',
  YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
  YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
  YARN_ENABLE_TELEMETRY: '0',
  YARN_NODE_LINKER: 'node-modules',
})
const run = async (project: string, command: readonly string[]) => {
  const [file = '', ...args] = command
  return (await execute(file, args, { cwd: project, env: environment() })).stdout
}
function createProject(name: string): string {
  const project = path.join(folder, name)
  mkdirSync(project)
  writeFileSync(path.join(project, 'package.json'), '{ "private": true, "type": "module" }')
  return project
}

describe('the packed SDK, served by the service', () => {
  it('has the bytes of the package, may be cached forever, and is not encoded again', async () => {
    const response = await fetch(`${service.baseUrl}/${FILE}`, { headers: { 'accept-encoding': 'gzip' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip'])
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('responds to HEAD with the length', async () => {
    const { status, headers } = await fetch(`${service.baseUrl}/${FILE}`, { method: 'HEAD' })
    expect([status, headers.get('content-length')]).toEqual([200, String(bytes.length)])
  })

  it('is the target of the redirect from sdk.tgz', async () => {
    const { status, headers } = await fetch(`${service.baseUrl}/sdk.tgz`, { redirect: 'manual' })
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, FILE, 'no-cache'])
    expect((await fetch(`${service.baseUrl}/sdk.tgz`)).url).toBe(`${service.baseUrl}/${FILE}`)
  })

  it('returns 404 in the envelope for an unknown version', async () => {
    const response = await fetch(`${service.baseUrl}/sdk-99.0.0.tgz`)
    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ _code: 404 })])
  })

  it.each(['en', 'pt-BR'])('is named with its integrity by the %s guide', async (locale) => {
    for (const page of ['docs/getting-started', 'docs.md']) {
      const text = await (await fetch(`${service.baseUrl}/${page}?lang=${locale}`)).text()
      expect(text).toContain(`npm install http://localhost:${new URL(service.baseUrl).port}/partners/v1/${FILE}`)
      expect(text).toContain(integrity)
      expect(text).not.toMatch(/(install|npx) @partner-accounts\/sdk/)
    }
  })

  it('is replaced by the name on the registry in the guide with SDK_SOURCE=registry', async () => {
    const other = await startService({ SDK_SOURCE: 'registry' })
    try {
      const text = await (await fetch(`${other.baseUrl}/docs.md`)).text()
      expect(text).toContain('npm install @partner-accounts/sdk')
      expect(text).toContain('npx @partner-accounts/sdk listen')
      expect(text).not.toMatch(/sdk-\d|sha512/)
    } finally {
      await other.stop()
    }
  })
})

const bin = (name: string, file: string) => [process.execPath, path.join(RUNTIMES, 'node_modules', name, file)]
interface Manager {
  name: string
  command: string[]
  /** Arguments that add the package at an address to the project. */
  add: (url: string) => string[]
  /** Arguments that install exactly what the lock file contains. */
  frozen: string[]
  /** Name of the lock file. */
  lock: string
  /** It is installed in tools/runtimes. */
  isRuntime?: true
}
const add = (url: string) => ['add', url]
const MANAGERS: Manager[] = [
  {
    name: 'npm',
    command: ['npm', '--no-audit'],
    add: (url) => ['install', url],
    frozen: ['ci'],
    lock: 'package-lock.json',
  },
  { name: 'pnpm', command: ['pnpm'], add, frozen: ['install', '--frozen-lockfile'], lock: 'pnpm-lock.yaml' },
  {
    name: 'yarn',
    command: bin('yarn', 'bin/yarn.js'),
    add,
    frozen: ['install', '--frozen-lockfile'],
    lock: 'yarn.lock',
    isRuntime: true,
  },
  {
    name: 'yarn 4',
    command: bin('@yarnpkg/cli-dist', 'bin/yarn.js'),
    add: (url) => ['add', `@partner-accounts/sdk@${url}`],
    frozen: ['install', '--immutable'],
    lock: 'yarn.lock',
    isRuntime: true,
  },
  {
    name: 'bun',
    command: [path.join(RUNTIMES, 'node_modules/.bin/bun')],
    add,
    frozen: ['install', '--frozen-lockfile'],
    lock: 'bun.lock',
    isRuntime: true,
  },
]

describe.each(MANAGERS)('$name', ({ name, command, add, frozen, lock, isRuntime }) => {
  const isMissing = isRuntime === true && !areRuntimesInstalled
  it.skipIf(isMissing)('installs the packed SDK, and again from the lock file', async () => {
    const project = createProject(name)
    await run(project, [...command, ...add(`${service.baseUrl}/${FILE}`)])
    expect(await createAccount(project)).toMatch(/^[0-9a-f]{24}\n$/)

    expect(readFileSync(path.join(project, lock), 'utf8')).toContain(FILE)
    rmSync(path.join(project, 'node_modules'), { recursive: true })
    await run(project, [...command, ...frozen])
    expect(await createAccount(project)).toMatch(/^[0-9a-f]{24}\n$/)
  })
})

describe('npm', () => {
  it('rejects other bytes than the locked ones, and runs the command line', async () => {
    const project = createProject('pinned')
    await run(project, ['npm', 'install', '--no-audit', `${service.baseUrl}/${FILE}`])
    expect(await run(project, ['npx', '--no-install', 'partner-accounts', '--version'])).toBe(`${VERSION}\n`)

    const lock = path.join(project, 'package-lock.json')
    const other = `sha512-${createHash('sha512').update('other').digest('base64')}`
    const locked = readFileSync(lock, 'utf8')
    expect(locked).toContain(integrity)
    writeFileSync(lock, locked.replace(integrity, other))
    await expect(run(project, ['npm', 'ci', '--no-audit'])).rejects.toThrow('EINTEGRITY')
  })

  it('runs the command line by its address, without a project', async () => {
    const output = await run(folder, ['npx', '--yes', `${service.baseUrl}/${FILE}`, '--version'])
    expect(output).toBe(`${VERSION}\n`)
  })
})

/** Runs a program of the project that creates an account. Returns its output. */
function createAccount(project: string): Promise<string> {
  const program = `import { PartnerAccounts } from '@partner-accounts/sdk'
    const [options, body] = JSON.parse(process.argv[1])
    const { _id } = await new PartnerAccounts(options).accounts.create(body)
    console.log(_id)`
  const body = { ...accountBody(), email: `${crypto.randomUUID()}@customer.example` }
  const input = JSON.stringify([{ baseUrl: service.baseUrl, ...service.credentials.demo }, body])
  return run(project, [process.execPath, '--input-type=module', '-e', program, input])
}
