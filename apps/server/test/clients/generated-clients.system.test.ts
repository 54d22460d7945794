import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPortalUser, sharedService } from '../harness.ts'
import { clientCommand, CLIENTS, describeClients, DOCUMENT, runCommand } from './other-clients.ts'

const PROGRAMS = ['hey-api', 'openapi-fetch', 'orval', 'kubb']

const KUBB = `
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

export default {
  root: '.',
  input: { path: ${JSON.stringify(DOCUMENT)} },
  output: { path: './kubb', format: false, lint: false },
  plugins: [pluginOas({ validate: false }), pluginTs(), pluginClient({ client: 'fetch' })],
}
`

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
  const tool = (name: string, ...args: string[]) => runCommand(clientCommand(name), args, folder)

  beforeAll(async () => {
    const { baseUrl } = await sharedService()
    const orval = { input: DOCUMENT, output: { target: './orval/api.ts', client: 'fetch', baseUrl } }
    cpSync(`${CLIENTS}programs`, folder, { recursive: true })
    symlinkSync(`${CLIENTS}node_modules`, `${folder}/node_modules`)
    writeFileSync(`${folder}/package.json`, '{ "type": "module" }')
    writeFileSync(`${folder}/orval.config.ts`, `export default ${JSON.stringify({ api: orval })}`)
    writeFileSync(`${folder}/kubb.config.mjs`, KUBB)
    const files = PROGRAMS.map((name) => `${name}.ts`)
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions: STRICT, files }))
    await tool('openapi-ts', '-i', DOCUMENT, '-o', 'hey-api', '-c', '@hey-api/client-fetch', '--silent')
    await tool('openapi-typescript', DOCUMENT, '-o', 'openapi-fetch/types.ts')
    await tool('orval', '--config', './orval.config.ts')
    await tool('kubb', 'generate', '--config', 'kubb.config.mjs')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('compile with strict TypeScript, and sign in, create, list, read and narrow errors', async () => {
    await tool('tsc')
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
