import { loadTools } from '@partner-accounts/local-servers'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const SDK = path.join(ROOT, 'packages/sdk')
const NAME = '@partner-accounts/sdk'

const { startRegistry } = await loadTools()
const execute = promisify(execFile)
const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-release-'))
/** A copy of the repository. The release raises versions, commits and tags there. */
const repository = path.join(folder, 'repository')
/** A project of a partner, empty except for the installed SDK. */
const project = path.join(folder, 'project')
let registry: Server
let registryUrl: string

const run = async (cwd: string, command: string, ...args: string[]) => {
  const environment = { ...process.env, pnpm_config_verify_deps_before_run: 'false', CI: 'true' }
  const { stdout } = await execute(command, args, { cwd, env: environment })
  return stdout
}
const readSdk = (file: string) => readFileSync(path.join(repository, 'packages/sdk', file), 'utf8')
const versionOf = (packageFolder: string) =>
  (JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as { version: string }).version

/** Returns the versions and tags of the package in the registry. */
const fetchPublished = async () => {
  const response = await fetch(registryUrl + NAME)
  const { versions, 'dist-tags': tags } = (await response.json()) as Record<'versions' | 'dist-tags', object>
  return { versions: Object.keys(versions), tags }
}

beforeAll(async () => {
  registry = await listenRegistry()
  registryUrl = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
  await copyRepository()
  useRegistry(repository)
}, 120_000)
afterAll(() => {
  registry.closeAllConnections()
  registry.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a release to a registry', () => {
  it('raises the version in package.json, VERSION and the changelog', async () => {
    const before = versionOf(SDK)
    await run(repository, 'pnpm', 'release:version')

    const version = versionOf(path.join(repository, 'packages/sdk'))
    expect(version).not.toBe(before)
    expect(readSdk('src/http/version.ts')).toContain(`'${version}'`)
    expect(readSdk('README.md')).toContain(`/sdk-${version}.tgz"`)
    expect(readSdk('CHANGELOG.md')).toContain(`## ${version}\n`)
    expect(readSdk('CHANGELOG.md')).toContain('Released by the test.')
  })

  it('builds, publishes and tags the package', async () => {
    await run(repository, 'git', 'commit', '--all', '--quiet', '--message', 'chore(sdk): release')
    await run(repository, 'pnpm', 'release')

    const version = versionOf(path.join(repository, 'packages/sdk'))
    expect(await fetchPublished()).toEqual({ versions: [version], tags: { latest: version } })
    expect(await run(repository, 'git', 'tag')).toContain(`${NAME}@${version}\n`)
  })

  it('can be repeated, and does not publish a published version again', async () => {
    const before = await fetchPublished()
    await run(repository, 'pnpm', 'release')
    expect(await fetchPublished()).toEqual(before)
  })
})

describe('the released package, installed by npm into an empty project', () => {
  beforeAll(async () => {
    mkdirSync(project)
    useRegistry(project)
    writeFileSync(path.join(project, 'package.json'), '{ "private": true }')
    await run(project, 'npm', 'install', '--no-audit', '--no-fund', NAME)
  })

  it('is the released version, without dependencies', async () => {
    const installed = JSON.parse(await run(project, 'npm', 'ls', '--all', '--json')) as {
      dependencies: Record<string, { version: string }>
    }
    expect(Object.keys(installed.dependencies)).toEqual([NAME])
    const version = versionOf(path.join(repository, 'packages/sdk'))
    expect(installed.dependencies[NAME]).toMatchObject({ version })
    expect(await run(project, 'npx', 'partner-accounts', '--version')).toBe(`${version}\n`)
  })
})

/** Starts a registry for the packages of this repository, on a free port. */
async function listenRegistry(): Promise<Server> {
  const app = (await startRegistry({
    self_path: folder,
    storage: path.join(folder, 'registry'),
    packages: { '@partner-accounts/*': { access: '$all', publish: '$anonymous' } },
    log: { type: 'stdout', format: 'json', level: 'fatal' },
  })) as Server | RequestListener
  const server = typeof app === 'function' ? createServer(app) : app
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Makes npm and pnpm use the registry of the test, and no other, for programs that run in a folder. */
function useRegistry(directory: string): void {
  const lines = [`registry=${registryUrl}`, `@partner-accounts:registry=${registryUrl}`]
  const token = `${registryUrl.replace('http:', '')}:_authToken=any`
  writeFileSync(path.join(directory, '.npmrc'), [...lines, token, ''].join('\n'))
}

/** Copies the files that Git does not ignore, adds a changeset, and installs the dependencies of the SDK's build. */
async function copyRepository(): Promise<void> {
  const files = await run(ROOT, 'git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(path.join(ROOT, name))))
    cpSync(path.join(ROOT, file), path.join(repository, file), { verbatimSymlinks: true })
  writeFileSync(
    path.join(repository, '.changeset/of-the-test.md'),
    `---\n'${NAME}': patch\n---\n\nReleased by the test.\n`,
  )
  await run(repository, 'git', 'init', '--quiet', '--initial-branch=main')
  for (const [key, value] of [
    ['user.name', 'Test'],
    ['user.email', 'test@example.com'],
    ['commit.gpgsign', 'false'],
  ])
    await run(repository, 'git', 'config', key!, value!)
  await run(repository, 'git', 'add', '--all')
  await run(repository, 'git', 'commit', '--quiet', '--message', 'start')
  const install = ['install', '--frozen-lockfile', '--offline', '--ignore-scripts', '--filter', `${NAME}...`]
  await run(repository, 'pnpm', ...install)
}
