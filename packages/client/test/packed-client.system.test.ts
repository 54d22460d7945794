import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort, type StartedService, startService, untilReady } from '@partner-accounts/local-servers'
import { createDataDirectory } from '@partner-accounts/local-servers/data-directory'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPartnerAccountsClient } from '../src/index.ts'

const PACKAGE = fileURLToPath(new URL('../', import.meta.url))
const ROOT = path.join(PACKAGE, '../..')
const TOOLS = path.join(ROOT, 'tools')
const SERVICE = path.join(ROOT, 'apps/server/dist/main.js')
const KEY = 'packed-client-0123456789-0123456789-0123456789'
/** A tenth of the instantiations that the types of the sources require. */
const MAX_INSTANTIATIONS = 51_000

const execute = promisify(execFile)
const project = mkdtempSync(path.join(tmpdir(), 'partner-accounts-client-'))
const run = async (command: string, ...args: string[]) => (await execute(command, args, { cwd: project })).stdout
const read = (...file: string[]) => readFileSync(path.join(...file), 'utf8')
const versionOf = (folder: string) => (JSON.parse(read(folder, 'package.json')) as { version: string }).version

let service: StartedService
let url: string

beforeAll(async () => {
  cpSync(path.join(PACKAGE, 'test-project'), project, { recursive: true })
  const pack = ['pack', '--json', '--config.ignore-scripts=true', '--pack-destination', project]
  const { stdout } = await execute('pnpm', pack, { cwd: PACKAGE })
  renameSync(
    path.resolve(project, (JSON.parse(stdout) as { filename: string }).filename),
    path.join(project, 'client.tgz'),
  )
  await run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund')

  // The compilers, publint and attw.
  await execute('pnpm', ['--dir', TOOLS, 'install', '--frozen-lockfile', '--prefer-offline'])

  const data = path.join(project, 'data')
  await createDataDirectory(SERVICE, data)
  const port = await freePort()
  url = `http://127.0.0.1:${port}/trpc`
  service = startService(SERVICE, data, { PORT: String(port), DATA_DIR: data, INTERNAL_API_KEY: KEY })
  await untilReady(service)
})
afterAll(async () => {
  service?.process.kill('SIGKILL')
  await service?.ended
  rmSync(project, { recursive: true, force: true })
})

describe('The packed client, installed by npm in a project of another repository,', () => {
  it('has the version of the service, and only tRPC as a dependency', () => {
    const installed = path.join(project, 'node_modules/@partner-accounts/client')
    expect(versionOf(installed)).toBe(versionOf(ROOT))
    const imported = ['index.js', 'index.d.ts', 'index.d.cts'].flatMap((file) => [
      ...read(installed, 'dist', file).matchAll(/ from ["'](.+)["']/g),
    ])
    const names = ['@trpc/client', '@trpc/server', '@trpc/server/observable', '@trpc/server/rpc']
    expect(new Set(imported.map(([, name]) => name))).toEqual(new Set(names))
  })

  it.each(['program.ts', 'page.tsx'])('types %s under strict TypeScript, with few instantiations', async (file) => {
    writeFileSync(path.join(project, 'one.json'), JSON.stringify({ extends: './tsconfig.json', files: [file] }))
    const printed = await run('npx', 'tsc', '-p', 'one.json', '--extendedDiagnostics')
    expect(printed).not.toContain('error')
    expect(Number(/^Instantiations: +(\d+)$/m.exec(printed)?.[1])).toBeLessThan(MAX_INSTANTIATIONS)
  })

  it('passes publint, and attw in every module resolution', async () => {
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    const tools = (await import(path.join(TOOLS, 'index.js'))) as Record<string, any>
    const { checkPackage, createPackageFromTarballData, publint } = tools
    const tarball = readFileSync(path.join(project, 'client.tgz'))
    const { messages } = await publint({ strict: true, pack: { tarball: new Uint8Array(tarball).buffer } })
    expect(messages).toEqual([])
    const { problems } = await checkPackage(createPackageFromTarballData(tarball))
    expect(problems).toEqual([])
  })

  it.each(['typescript-5.4', 'typescript', 'typescript-7'])(
    '%s emits declarations of a library that returns procedures, queries and errors',
    async (compiler) => {
      const tsc = path.join(TOOLS, 'node_modules', compiler, 'bin/tsc')
      const config = { extends: './tsconfig.json', files: ['declarations.ts'] }
      writeFileSync(path.join(project, 'declarations.json'), JSON.stringify(config))
      const options = ['-p', 'declarations.json', '--declaration', '--outDir', compiler, '--rootDir', '.']
      // The compiler prints its errors to the standard output.
      await run('node', tsc, ...options).catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''))
      expect(read(project, compiler, 'declarations.d.ts')).toContain('usePartners')
    },
  )

  it('can be loaded by CommonJS, and distinguishes errors by name', async () => {
    const program = `const { createPartnerAccountsClient, isApiError } = require('@partner-accounts/client')
      const [url, key] = process.argv.slice(1)
      const { internal } = createPartnerAccountsClient({ url, key, locale: 'en' })
      internal.partners.get.query({ id: 'x' }).catch((error) => console.log(isApiError(error), error.data.name))`
    expect(await run('node', '-e', program, url, KEY)).toMatch(/^true [\w-]+\n$/)
  })

  it('calls the service from Node, and distinguishes errors by name', async () => {
    expect(JSON.parse(await run('node', 'dist/program.js', url, KEY))).toEqual([
      'percentOff',
      expect.objectContaining({ code: 'OUTSIDE', percentOff: 20 }),
      'OUTSIDE is taken',
    ])
  })

  it('renders a React page on the server, which then needs no request in the browser', async () => {
    await createPartnerAccountsClient({ url, key: KEY }).internal.partners.create.mutate({ name: 'Revenda Estrela' })
    expect(await run('node', 'dist/page.js', url, KEY)).toMatch(/<li>Revenda Estrela<\/li>/)
  })
})

it('the page of docs/internal-applications.md is the one that these tests render', () => {
  const blocks = [...read(ROOT, 'docs/internal-applications.md').matchAll(/^```tsx\n(.*?)^```$/gms)]
  const lines = blocks.flatMap(([, code]) => code!.split('\n')).map((line) => line.trim())
  const source = read(PACKAGE, 'test-project/page.tsx')
  expect(blocks).toHaveLength(3)
  expect(lines.filter((line) => !line.startsWith('import ') && !source.includes(line))).toEqual([])
})
