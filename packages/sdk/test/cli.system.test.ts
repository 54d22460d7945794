import { execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { parseCsv } from '../src/node/cli/csv.ts'
import { type MockServer, startMockServer } from '../src/node/cli/mock-server.ts'
import { sampleAccountBody } from '../src/testing/index.ts'
import { packPackage } from './package/packed-package.ts'

const { folder: sdk } = await packPackage()
const CLI = path.join(sdk, 'dist/cli.js')

let server: MockServer
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  server = await startMockServer({ rateLimit: { requests: 10_000, windowSeconds: 60 } })
})
afterAll(() => server.close())
beforeEach(() => {
  server.service.reset()
  folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-cli-'))
  const { email, password } = server.service.credentials
  env = {
    PARTNER_ACCOUNTS_URL: server.service.baseUrl,
    PARTNER_ACCOUNTS_EMAIL: email,
    PARTNER_ACCOUNTS_PASSWORD: password,
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Result {
  code: number
  stdout: string
  stderr: string
}
const run = (args: string[], environment = env): Promise<Result> =>
  new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { cwd: folder, env: environment }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
const file = (name: string, text: string, mode = 0o600) => {
  writeFileSync(path.join(folder, name), text)
  chmodSync(path.join(folder, name), mode)
  return name
}
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')

/** Returns CSV as spreadsheet programs write it. */
function csvOf(bodies: readonly object[]): string {
  const flatten = (value: object, prefix = ''): [string, unknown][] =>
    Object.entries(value).flatMap(([name, field]: [string, unknown]) =>
      typeof field === 'object' && field !== null ? flatten(field, `${prefix}${name}.`) : [[prefix + name, field]],
    )
  const rows = bodies.map((body) => flatten(body))
  const lines = rows.map((row) => row.map(([, value]) => `"${String(value).replaceAll('"', '""')}"`).join(';'))
  return `\uFEFF${[rows[0]!.map(([name]) => name).join(';'), ...lines].join('\r\n')}\r\n`
}

it('accounts create, get, list and export work together', async () => {
  const body = file('account.json', JSON.stringify(sampleAccountBody({ full_name: 'Maria' })))
  const created = JSON.parse((await run(['accounts', 'create', body])).stdout) as Record<string, string>
  expect(created['secret']).toMatch(/^pas_/)

  const read_ = await run(['accounts', 'get', created['_id']!], { ...env, PARTNER_ACCOUNTS_SECRET: created['secret']! })
  expect(JSON.parse(read_.stdout)).toMatchObject({ _id: created['_id'], api_token: created['api_token'] })
  const listed = await run(['accounts', 'list', '--limit', '5'])
  expect(JSON.parse(listed.stdout)).toMatchObject({ _id: created['_id'] })

  expect((await run(['accounts', 'export', '--output', 'all.csv'])).code).toBe(0)
  expect(parseCsv(read('all.csv'))).toMatchObject([{ _id: created['_id'], active_employees: '0' }])
})

it('accounts import creates each valid row once, reports the others, and resumes', async () => {
  const bodies = [1, 2, 3].map(() => sampleAccountBody({ company_doc: { trade_name: 'Bar "do Zé"; Filial' } }))
  bodies[1] = { ...bodies[1]!, mobile_phone: '1' }
  file('customers.csv', csvOf(bodies))
  const first = await run(['accounts', 'import', 'customers.csv'])

  expect(first.code).toBe(1)
  expect(first.stderr).toMatch(/^row 2: Invalid fields: mobile_phone/)
  expect(JSON.parse(first.stdout)).toMatchObject({ created: 2, rejected: 1 })
  expect(statSync(path.join(folder, 'customers.csv.journal.jsonl')).mode & 0o777).toBe(0o600)

  const second = await run(['accounts', 'import', 'customers.csv'])
  expect(JSON.parse(second.stdout)).toMatchObject({ created: 0, resumed: 2, rejected: 1 })
  expect((await run(['accounts', 'list'])).stdout.trim().split('\n')).toHaveLength(2)
})

it('accounts import reads JSON lines', async () => {
  file('rows.jsonl', `${JSON.stringify(sampleAccountBody())}\n\n${JSON.stringify(sampleAccountBody())}`)
  const { code, stdout } = await run(['accounts', 'import', 'rows.jsonl'])
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { created: 2 }])
})

it('--credentials reads a file of mode 0600 and rejects one that others can read', async () => {
  const { email, password } = server.service.credentials
  const settings = JSON.stringify({ baseUrl: server.service.baseUrl, email, password })
  expect((await run(['accounts', 'list', '--credentials', file('good.json', settings)], {})).code).toBe(0)

  const rejected = await run(['accounts', 'list', '--credentials', file('open.json', settings, 0o644)], {})
  expect([rejected.code, rejected.stderr]).toEqual([2, expect.stringContaining('chmod 600 open.json')])
})

it.each([
  [['accounts', 'delete'], {}, 2, 'Unknown command: accounts delete'],
  [['accounts', 'list', '--nonsense'], {}, 2, "Unknown option '--nonsense'"],
  [['accounts', 'list'], { PARTNER_ACCOUNTS_URL: '' }, 2, 'Set PARTNER_ACCOUNTS_URL'],
  [['accounts', 'list', '--format', 'xml'], {}, 2, '--format must be csv or jsonl, not xml'],
  [['accounts', 'get', '1'.repeat(24)], {}, 1, 'Account not found'],
  [['accounts', 'list'], { PARTNER_ACCOUNTS_PASSWORD: 'wrong' }, 1, 'Missing or invalid credentials'],
])('%j with %j ends with an explanation and the right exit code', async (args, environment, code, message) => {
  const result = await run(args, { ...env, ...environment })
  expect([result.code, result.stdout]).toEqual([code, ''])
  expect(result.stderr).toContain(message)
  expect(result.stderr).not.toContain('    at ')
})

it('parseCsv reads quotes, empty cells and both delimiters, and names the line of a broken quote', () => {
  expect(parseCsv('a,b,c\n1,"x,""y""\nz",\n')).toEqual([{ a: '1', b: 'x,"y"\nz', c: '' }])
  expect(parseCsv('a;b\r\n;2')).toEqual([{ a: '', b: '2' }])
  expect(() => parseCsv('a,b\n1,"x\n')).toThrow('line 2')
})

it('mock listens and prints its address and credentials', async () => {
  const child = spawn(process.execPath, [CLI, 'mock', '--port', '0'])
  try {
    const output = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data: Buffer) => resolve(String(data))),
    )
    const [, baseUrl, email, password] = /Listening on (\S+)\nE-mail: (\S+)\nPassword: (.+)\n/.exec(output)!
    const response = await fetch(`${baseUrl}/tokens`, { method: 'POST', body: JSON.stringify({ email, password }) })
    expect(await response.json()).toMatchObject({ token: expect.stringMatching(/^eyJ/) })
    expect((await fetch(new URL('/', baseUrl))).status).toBe(404)
  } finally {
    child.kill()
  }
})
