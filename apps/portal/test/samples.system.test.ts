import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SAMPLE_OPERATIONS, sampleOf } from '@partner-accounts/reference/samples'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, PortalService, type PortalUser } from './portal-service.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-samples-'))

describe('The code samples of the reference and the portal', () => {
  let service: PortalService
  let user: PortalUser
  const sample = (language: 'curl' | 'javascript', operation: (typeof SAMPLE_OPERATIONS)[number]) =>
    sampleOf(language, operation, { baseUrl: `${service.origin}/partners/v1`, email: user.email, locale: 'en' })

  beforeAll(async () => {
    service = await PortalService.start()
    user = await service.addUser()
    mkdirSync(`${folder}/node_modules/@partner-accounts`, { recursive: true })
    symlinkSync(`${ROOT}packages/sdk`, `${folder}/node_modules/@partner-accounts/sdk`)
    mkdirSync(`${folder}/node_modules/@types`)
    symlinkSync(`${ROOT}node_modules/@types/node`, `${folder}/node_modules/@types/node`)
  })
  afterAll(async () => {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('for curl run when they are pasted into a shell as they are, apart from the password', async () => {
    const pasted = SAMPLE_OPERATIONS.map((operation) => sample('curl', operation).replace('your password', PASSWORD))
    const script = ['export ACCOUNT_SECRET=none', ...pasted].join('\necho\n')
    const { stdout } = await run('sh', ['-c', script], { cwd: folder })
    const [created, list, account] = stdout
      .trim()
      .split(/\n+/)
      .map((line) => JSON.parse(line))

    expect(created).toEqual({ _id: expect.any(String), api_token: expect.any(String), secret: expect.any(String) })
    expect(list._items).toEqual([expect.objectContaining({ _id: created._id })])
    expect(account).toMatchObject({ _id: created._id, cnpj: '12ABC34501DE35' })
  })

  it('for JavaScript name the install line, compile as strict TypeScript, and run', async () => {
    const files = SAMPLE_OPERATIONS.map((operation) => `${operation}.mts`)
    for (const operation of SAMPLE_OPERATIONS) {
      const code = sample('javascript', operation)
      expect(code).toMatch(/^\/\/ npm install @partner-accounts\/sdk\n/)
      writeFileSync(`${folder}/${operation}.mts`, code)
      writeFileSync(`${folder}/${operation}.mjs`, code)
    }
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node', ...files]
    await run(process.execPath, [tsc, ...options], { cwd: folder }).catch(({ stdout }: { stdout: string }) => {
      throw new Error(stdout)
    })

    const environment = { PARTNER_PASSWORD: PASSWORD, ACCOUNT_SECRET: 'none' }
    const outputs = []
    for (const operation of SAMPLE_OPERATIONS) {
      outputs.push((await run(process.execPath, [`${operation}.mjs`], { cwd: folder, env: environment })).stdout)
    }
    expect(outputs).toEqual([
      expect.stringMatching(/^\d+ \[/),
      expect.stringMatching(/^[0-9a-f]{24} pat_\S+ pas_\S+\n$/),
      expect.stringMatching(/^[0-9a-f]{24} Padaria Estrela Ltda\n/),
      'Padaria Estrela Ltda undefined\n',
    ])
  })
})
