import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SAMPLE_OPERATIONS, type SampleLanguage, sampleOf } from '@partner-accounts/reference/samples'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, PortalService, type PortalUser } from './portal-service.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-samples-'))

/** The error of a program that failed. */
interface Failure {
  stdout: string
  stderr: string
}

/** How to run a sample: its file, the command, and a command that fails on machines that cannot run it. */
const PROGRAMS: Partial<Record<SampleLanguage, { file: string; command: string[]; check: string[] }>> = {
  python: { file: 'sample.py', command: ['python3'], check: ['python3', '-c', 'import requests'] },
  php: { file: 'sample.php', command: ['php'], check: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'] },
  java: { file: 'Sample.java', command: ['java'], check: ['java', '--version'] },
  fetch: { file: 'sample.mjs', command: [process.execPath], check: [process.execPath, '--version'] },
  go: { file: 'sample.go', command: ['go', 'run'], check: ['go', 'version'] },
  ruby: { file: 'sample.rb', command: ['ruby'], check: ['ruby', '--version'] },
}
const canRun = ([file = '', ...args]: string[]) => spawnSync(file, args).status === 0

describe('The code samples of the reference and the portal', () => {
  let service: PortalService
  let user: PortalUser
  let sdkName: string
  const sample = (language: SampleLanguage, operation: (typeof SAMPLE_OPERATIONS)[number]) =>
    sampleOf(language, operation, {
      baseUrl: `${service.origin}/partners/v1`,
      sdkName,
      email: user.email,
      locale: 'en',
      mode: 'live',
    })

  beforeAll(async () => {
    service = await PortalService.start()
    user = await service.addUser()
    const guides = await (await fetch(`${service.origin}/partners/v1/docs.md`)).text()
    sdkName = /npm install (http\S+)/.exec(guides)![1]!
  })
  afterAll(async () => {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('run with curl when pasted into a shell, after replacing only the password', async () => {
    const pasted = SAMPLE_OPERATIONS.map((operation) => sample('curl', operation).replace('your password', PASSWORD))
    const script = ['export ACCOUNT_SECRET=none', ...pasted].join('\necho\n')
    const { stdout } = await run('sh', ['-c', script], { cwd: folder })
    const [created, list, account, events] = stdout
      .trim()
      .split(/\n+/)
      .map((line) => JSON.parse(line))

    expect(created).toEqual({ _id: expect.any(String), api_token: expect.any(String), secret: expect.any(String) })
    expect(list._items).toEqual([expect.objectContaining({ _id: created._id })])
    expect(account).toMatchObject({ _id: created._id, cnpj: '12ABC34501DE35' })
    expect(events._items).toEqual([expect.objectContaining({ type: 'account.created' })])
  })

  it('fail with curl after a rejected sign-in, and print the reason', () => {
    const command = sample('curl', 'createToken')
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })

    // The sample still has the placeholder of the password.
    expect([status, stdout]).toEqual([1, ''])
    // 1418: wrong e-mail or password.
    expect(JSON.parse(stderr)).toMatchObject({ _code: 1418 })
  })

  for (const [name, { file, command, check }] of Object.entries(PROGRAMS)) {
    const isMissing = !canRun(check)
    it.skipIf(isMissing)(
      `for ${name} run as they are, even in the C locale, and print errors of the service${isMissing ? ` (skipped: ${check.join(' ')} fails)` : ''}`,
      async () => {
        writeFileSync(`${folder}/credentials.json`, JSON.stringify({ email: user.email, password: PASSWORD }))
        const call = (operation: (typeof SAMPLE_OPERATIONS)[number], token = '') => {
          writeFileSync(`${folder}/${file}`, sample(name as SampleLanguage, operation))
          const [program = '', ...args] = command
          const environment = { ...process.env, LC_ALL: 'C', ACCOUNT_SECRET: 'none', PARTNER_TOKEN: token }
          return run(program, [...args, file], { cwd: folder, env: environment })
        }
        const [token] = /eyJ[\w.-]+/.exec((await call('createToken')).stdout) ?? []
        // The samples of all languages send the same idempotency key, so this succeeds only if they send the same account.
        const [id = 'none'] = /[0-9a-f]{24}/.exec((await call('createPartnerAccount', token)).stdout) ?? []
        expect((await call('listPartnerAccounts', token)).stdout).toContain(id)
        expect((await call('getPartnerAccount', token)).stdout).toContain(id)
        expect((await call('listEvents', token)).stdout).toContain('account.created')

        const { stdout, stderr } = await call('listPartnerAccounts', 'x').catch((error: Failure) => error)
        // 9: the token is invalid.
        expect(stdout + stderr).toMatch(/"_code": ?9\b/)
      },
    )
  }

  it('run in JavaScript after the printed install command, and compile as strict TypeScript', async () => {
    const [install = ''] = sample('javascript', 'createToken').split('\n')
    expect(install).toMatch(/^\/\/ npm install http.+\/sdk-[\d.]+\.tgz$/)
    await run('sh', ['-c', `${install.slice('// '.length)} --no-audit --no-save --fetch-retries=0`], { cwd: folder })
    mkdirSync(`${folder}/node_modules/@types`)
    symlinkSync(`${ROOT}node_modules/@types/node`, `${folder}/node_modules/@types/node`)
    const files = SAMPLE_OPERATIONS.map((operation) => `${operation}.mts`)
    for (const operation of SAMPLE_OPERATIONS) {
      const code = sample('javascript', operation)
      writeFileSync(`${folder}/${operation}.mts`, code)
      writeFileSync(`${folder}/${operation}.mjs`, code)
    }
    const tsc = path.join(ROOT, 'node_modules/.bin/tsc')
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node', ...files]
    await run(tsc, options, { cwd: folder }).catch(({ stdout }: { stdout: string }) => {
      throw new Error(stdout)
    })

    const environment = { PARTNER_PASSWORD: PASSWORD, ACCOUNT_SECRET: 'none' }
    const outputs = []
    for (const operation of SAMPLE_OPERATIONS) {
      outputs.push((await run(process.execPath, [`${operation}.mjs`], { cwd: folder, env: environment })).stdout)
    }
    expect(outputs).toEqual([
      // The SDK signs in by itself, so its sample of signing in prints the number of accounts and a page of them.
      expect.stringMatching(/^\d+ \[/),
      expect.stringMatching(/^[0-9a-f]{24} pat_\S+ pas_\S+\n$/),
      expect.stringMatching(/^[0-9a-f]{24} Padaria Estrela Ltda\n/),
      // Without the account's secret, the response has no access key.
      'Padaria Estrela Ltda undefined\n',
      expect.stringMatching(/^[0-9a-f]{24} account\.created /m),
    ])
  })
})
