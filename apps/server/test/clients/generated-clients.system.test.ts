import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPortalUser, sharedService } from '../harness.ts'
import { clientCommand, CLIENTS, describeClients, runCommand } from './other-clients.ts'

const PAGE = readFileSync(new URL('../../../../docs/rest/generate-a-client.md', import.meta.url), 'utf8')
/** The blocks of commands. */
const COMMANDS = [...PAGE.matchAll(/^```sh\n([\s\S]+?)^```$/gm)].map(([, commands = '']) => commands)

/** The clients of `tools/clients/programs`. */
const PROGRAMS = ['hey-api', 'openapi-fetch', 'orval', 'kubb', 'oazapfts', 'swagger-typescript-api']

const STRICT = {
  strict: true,
  target: 'es2022',
  module: 'nodenext',
  types: ['node'],
  lib: ['es2022', 'dom', 'dom.iterable'],
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  rootDir: '.',
  outDir: 'built',
}

describeClients('Generated clients', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-clients-'))

  beforeAll(async () => {
    const { baseUrl } = await sharedService()
    cpSync(`${CLIENTS}programs`, folder, { recursive: true })
    symlinkSync(`${CLIENTS}node_modules`, `${folder}/node_modules`)
    cpSync(`${CLIENTS}package.json`, `${folder}/package.json`)
    const files = PROGRAMS.map((name) => `${name}.ts`)
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions: STRICT, files }))
    // The packages are installed. Without a registry, npx runs these versions and no others.
    const generators = COMMANDS.filter((commands) => !commands.startsWith('npm install '))
    const script = generators.join('\n').replaceAll('http://localhost:3000/partners/v1', baseUrl)
    await runCommand('bash', ['-euc', script], folder, { npm_config_offline: 'true' })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('are installed by the page in the versions that tools/clients/package.json has', () => {
    const { devDependencies } = JSON.parse(readFileSync(`${CLIENTS}package.json`, 'utf8')) as {
      devDependencies: Record<string, string>
    }
    const installs = COMMANDS.filter((commands) => commands.startsWith('npm install ')).join('')
    // Finds each `name@1.2.3`.
    const packages = [...installs.matchAll(/(\S+)@(\d\S+)/g)].map(([, name = '', version]) => [name, version])
    // The page pins the versions of seven packages.
    expect(packages).toHaveLength(7)
    expect(packages).toEqual(packages.map(([name = '']) => [name, devDependencies[name]]))
  })

  it('compile with strict TypeScript, and sign in, create, list, read and narrow errors', async () => {
    await runCommand(clientCommand('tsc'), [], folder)
    const service = await sharedService()
    for (const name of PROGRAMS) {
      const { email, password } = await addPortalUser(service)
      const environment = { BASE_URL: service.baseUrl, EMAIL: email, PASSWORD: password }
      const output = await runCommand(process.execPath, [`built/${name}.js`], folder, environment)
      expect([name, JSON.parse(output)]).toEqual([
        name,
        {
          created: expect.stringMatching(/^[0-9a-f]{24}$/),
          total: 1,
          title: 'partner-accounts',
          apiToken: expect.stringMatching(/^pat_/),
          taken: 88,
        },
      ])
    }
  })
})
