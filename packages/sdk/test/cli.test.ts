import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runCommandLine } from '../src/node/cli/command-line.ts'
import { parseCsv } from '../src/node/cli/csv.ts'
import { startMockServer } from '../src/node/cli/mock-server.ts'
import { sampleAccountBody } from '../src/testing/index.ts'
import { useCliService } from './cli-service.ts'

const startFolder = process.cwd()
const cli = useCliService()
beforeEach(() => process.chdir(cli.folder))
afterEach(() => process.chdir(startFolder))

/** Runs a command of the command line in this process. Returns its exit code and what it printed. */
async function run(args: string[], environment = cli.env): Promise<{ code: number; stdout: string; stderr: string }> {
  let stdout = ''
  let stderr = ''
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      stdout += String(text)
      return true
    }),
    vi.spyOn(console, 'log').mockImplementation((text) => {
      stdout += `${text}\n`
    }),
    vi.spyOn(console, 'error').mockImplementation((text) => {
      stderr += `${text}\n`
    }),
  ]
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  try {
    const code = await runCommandLine(args)
    return { code, stdout, stderr }
  } finally {
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}

/** Writes a file into the test's folder. Returns its name. */
const writeFile = (name: string, text: string, mode = 0o600) => {
  writeFileSync(path.join(cli.folder, name), text)
  chmodSync(path.join(cli.folder, name), mode)
  return name
}
const read = (name: string) => readFileSync(path.join(cli.folder, name), 'utf8')

/** Returns CSV as spreadsheet programs write it. The columns of nested fields are paths, such as `company_doc.cnpj`. */
function csvOf(bodies: readonly object[]): string {
  const flatten = (value: object, prefix = ''): [string, unknown][] =>
    Object.entries(value).flatMap(([name, field]: [string, unknown]) =>
      typeof field === 'object' && field !== null ? flatten(field, `${prefix}${name}.`) : [[prefix + name, field]],
    )
  const rows = bodies.map((body) => flatten(body))
  const lines = rows.map((row) => row.map(([, value]) => `"${String(value).replaceAll('"', '""')}"`).join(';'))
  return `\uFEFF${[rows[0]!.map(([name]) => name).join(';'), ...lines].join('\r\n')}\r\n`
}

it.each([
  ['emial;company_doc.cnpj', 'email'],
  ['email;cnpj', 'company_doc.cnpj'],
  ['__proto__.polluted;email', '__proto__.polluted'],
])('accounts import rejects the columns %s before the first request, and names %s', async (columns, name) => {
  const { code, stderr } = await run(['accounts', 'import', writeFile('rows.csv', `${columns}\nx;y\n`)])
  expect([code, stderr]).toEqual([2, expect.stringContaining(name)])
  expect(cli.server.service.requests).toEqual([])
})

it('accounts import --dry-run checks all rows, names the invalid ones, and sends nothing', async () => {
  const rows = writeFile('rows.csv', csvOf([sampleAccountBody(), sampleAccountBody({ full_name: '', email: 'x' })]))
  const { code, stdout, stderr } = await run(['accounts', 'import', rows, '--dry-run'])
  expect([code, JSON.parse(stdout)]).toEqual([1, { valid: 1, invalid: 1, sent: 0 }])
  expect(stderr).toMatch(/^row 2: .*email/m)
  expect(cli.server.service.requests).toEqual([])
})

it('accounts export keeps the previous file until the new one is complete', async () => {
  writeFile('all.csv', 'previous')
  const failed = await run(['accounts', 'export', '--output', 'all.csv'], {
    ...cli.env,
    PARTNER_ACCOUNTS_PASSWORD: 'x',
  })
  expect([failed.code, read('all.csv')]).toEqual([1, 'previous'])
  expect(readdirSync(cli.folder)).toEqual(['all.csv'])
  cli.server.service.addAccount()
  expect((await run(['accounts', 'export', '--output', 'all.csv'])).code).toBe(0)
  // The header and one account.
  expect(read('all.csv').trimEnd().split('\n')).toHaveLength(2)
  expect(readdirSync(cli.folder)).toEqual(['all.csv'])
})

it('escape sequences in a response are printed as text', async () => {
  const name = 'Padaria \u001b]0;x\u0007 \u009b2J'
  const { _id } = cli.server.service.addAccount({ company_doc: { name } })
  const commands = [['list'], ['list', '--format', 'csv'], ['get', _id], ['export']]
  for (const args of commands) {
    const { stdout } = await run(['accounts', ...args])
    // eslint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\u001b\u0007\u009b]/)
    expect(stdout).toContain('\\u001b]0;x')
  }
  cli.server.service.failNext({ kind: 'proxy', status: 404, html: '\u001b[31mNot found' }, { times: Infinity })
  const { stderr } = await run(['accounts', 'get', _id])
  expect(stderr).toContain('\\u001b[31mNot found')
})

it.each([
  [['accounts', 'list', 'surplus'], 'surplus'],
  [['accounts', 'get', 'a', 'b'], 'b'],
  [['accounts', 'list', '--forward-to', 'http://x'], '--forward-to'],
  [['accounts', 'export', '--dry-run'], '--dry-run'],
  [['mock', '--limit', '1'], '--limit'],
  [['listen', '--excel'], '--excel'],
])('%j is a usage error, because %s does not belong to the command', async (args, part) => {
  const { code, stderr } = await run(args)
  expect([code, stderr]).toEqual([2, expect.stringContaining(part)])
})

it.each([
  [['accounts', 'import', '--help'], '--journal FILE'],
  [['listen', '-h'], '--forward-to URL'],
])('%j prints the help of the command', async (args, text) => {
  const { code, stdout } = await run(args)
  expect([code, stdout]).toEqual([0, expect.stringContaining(text)])
  expect(stdout).not.toContain('accounts list')
})

it('accounts create, get, list and export work together', async () => {
  const body = writeFile('account.json', JSON.stringify(sampleAccountBody({ full_name: 'Maria' })))
  const created = JSON.parse((await run(['accounts', 'create', body])).stdout) as Record<string, string>
  expect(created['secret']).toMatch(/^pas_/)

  const found = await run(['accounts', 'get', created['_id']!], {
    ...cli.env,
    PARTNER_ACCOUNTS_SECRET: created['secret']!,
  })
  expect(JSON.parse(found.stdout)).toMatchObject({ _id: created['_id'], api_token: created['api_token'] })
  const listed = await run(['accounts', 'list', '--limit', '5'])
  expect(JSON.parse(listed.stdout)).toMatchObject({ _id: created['_id'] })

  expect((await run(['accounts', 'export', '--output', 'all.csv'])).code).toBe(0)
  expect(parseCsv(read('all.csv')).records).toMatchObject([{ _id: created['_id'], active_employees: '0' }])
})

it('accounts export --excel writes a byte order mark, semicolons, and no formulas', async () => {
  cli.server.service.addAccount({ company_doc: { name: '=HYPERLINK("x"); Ltda' } })
  expect((await run(['accounts', 'export', '--excel', '--output', 'all.csv'])).code).toBe(0)
  const [header, row] = read('all.csv').split('\n')
  expect(header).toMatch(/^\uFEFF_id;_created;name;cnpj;/)
  expect(row).toContain(`;"'=HYPERLINK(""x""); Ltda";`)
})

it("accounts import reads Excel's CSV in windows-1252, and names the encoding", async () => {
  const body = sampleAccountBody({ company_doc: { name: 'São João – Padaria' } })
  const text = csvOf([body]).replace('\uFEFF', '')
  // Windows-1252 has the dash at 0x96. All other characters of the text have the same code in Unicode.
  const bytes = [...text].map((character) => (character === '–' ? 0x96 : character.charCodeAt(0)))
  writeFileSync(path.join(cli.folder, 'excel.csv'), Buffer.from(bytes))

  const utf8 = await run(['accounts', 'import', 'excel.csv', '--encoding', 'utf-8'])
  expect([utf8.code, utf8.stderr]).toEqual([1, expect.stringContaining('excel.csv, line 2')])
  const { code, stderr } = await run(['accounts', 'import', 'excel.csv'])
  expect([code, stderr]).toEqual([0, expect.stringContaining('windows-1252')])
  expect(JSON.parse((await run(['accounts', 'list'])).stdout)).toMatchObject({ name: 'São João – Padaria' })
})

it("accounts import rejects another service's journal, and names both", async () => {
  writeFile('rows.jsonl', JSON.stringify(sampleAccountBody()))
  const other = await startMockServer({})
  try {
    expect((await run(['accounts', 'import', 'rows.jsonl'])).code).toBe(0)
    const { code, stdout, stderr } = await run(['accounts', 'import', 'rows.jsonl'], {
      ...cli.env,
      PARTNER_ACCOUNTS_URL: other.service.baseUrl,
    })
    expect([code, stdout]).toEqual([1, ''])
    for (const { baseUrl } of [cli.server.service, other.service]) expect(stderr).toContain(baseUrl)
    expect(other.service.requests).toEqual([])
  } finally {
    await other.close()
  }
})

it('accounts import creates each valid row once, reports the others, and resumes', async () => {
  const bodies = [1, 2, 3].map(() => sampleAccountBody({ company_doc: { trade_name: 'Bar "do Zé"; Filial' } }))
  bodies[1] = { ...bodies[1]!, mobile_phone: '1' }
  writeFile('customers.csv', csvOf(bodies))
  const first = await run(['accounts', 'import', 'customers.csv'])

  expect(first.code).toBe(1)
  expect(first.stderr).toMatch(/^row 2: Invalid fields: mobile_phone/)
  expect(JSON.parse(first.stdout)).toMatchObject({ created: 2, rejected: 1 })
  expect(statSync(path.join(cli.folder, 'customers.csv.journal.jsonl')).mode & 0o777).toBe(0o600)

  const second = await run(['accounts', 'import', 'customers.csv'])
  expect(JSON.parse(second.stdout)).toMatchObject({ created: 0, resumed: 2, rejected: 1 })
  expect((await run(['accounts', 'list'])).stdout.trim().split('\n')).toHaveLength(2)
})

it('accounts import reads JSON lines', async () => {
  writeFile('rows.jsonl', `${JSON.stringify(sampleAccountBody())}\n\n${JSON.stringify(sampleAccountBody())}`)
  const { code, stdout } = await run(['accounts', 'import', 'rows.jsonl'])
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { created: 2 }])
})

it('--credentials reads a file of mode 0600 and rejects one that others can read', async () => {
  const { email, password } = cli.server.service.credentials
  const settings = JSON.stringify({ baseUrl: cli.server.service.baseUrl, email, password })
  expect((await run(['accounts', 'list', '--credentials', writeFile('good.json', settings)], {})).code).toBe(0)

  const rejected = await run(['accounts', 'list', '--credentials', writeFile('open.json', settings, 0o644)], {})
  expect([rejected.code, rejected.stderr]).toEqual([2, expect.stringContaining('chmod 600 open.json')])
})

it.each([
  [['accounts', 'delete'], {}, 2, 'Unknown command: accounts delete'],
  [['accounts', 'list', '--nonsense'], {}, 2, "Unknown option '--nonsense'"],
  [['accounts', 'list'], { PARTNER_ACCOUNTS_URL: '' }, 2, 'Set PARTNER_ACCOUNTS_URL'],
  [['accounts', 'list', '--format', 'xml'], {}, 2, '--format must be csv or jsonl, not xml'],
  [['accounts', 'list', '--limit', 'abc'], {}, 2, '--limit must be a whole number, not abc'],
  [['accounts', 'import', 'good.jsonl', '--concurrency', 'x'], {}, 2, '--concurrency must be a whole number, not x'],
  [['mock', '--rate-limit', 'abc'], {}, 2, '--rate-limit must be a whole number, not abc'],
  [['mock', '--port', '99999'], {}, 1, 'port'],
  [['listen', '--forward-to', 'ftp://localhost'], {}, 2, 'Give the address of your endpoint'],
  [['listen', '--forward-to', 'http://127.0.0.1:1'], { PARTNER_ACCOUNTS_PASSWORD: 'wrong' }, 1, 'Missing or invalid'],
  [['accounts', 'export', '--excel', '--format', 'jsonl'], {}, 2, '--excel is a format of CSV'],
  [['accounts', 'export', '--output', 'missing/all.csv'], {}, 1, "no such file or directory, open 'missing/all.csv'"],
  [
    ['accounts', 'import', 'good.jsonl', '--journal', 'missing/j'],
    {},
    1,
    "no such file or directory, open 'missing/j'",
  ],
  [['accounts', 'import', 'good.jsonl', '--encoding', 'x'], {}, 1, '"x" encoding is not supported'],
  [['accounts', 'import', 'missing.csv'], {}, 1, 'no such file or directory'],
  [['accounts', 'import', 'broken.csv'], {}, 1, 'line 2: a quote is not closed'],
  [['accounts', 'create', 'broken.csv'], {}, 2, 'broken.csv contains text that is not JSON'],
  [['accounts', 'list', '--credentials', 'null.json'], {}, 2, 'null.json must be JSON: {"baseUrl"'],
  [['accounts', 'get', '1'.repeat(24)], {}, 1, 'Account not found'],
  [['accounts', 'list'], { PARTNER_ACCOUNTS_PASSWORD: 'wrong' }, 1, 'Missing or invalid credentials'],
  [
    ['accounts', 'list'],
    { PARTNER_ACCOUNTS_URL: 'http://127.0.0.1:1' },
    1,
    'set NODE_USE_ENV_PROXY=1 and HTTPS_PROXY (Node 22.21, or 24 and later). If the certificate is of a private authority, set NODE_EXTRA_CA_CERTS',
  ],
])(
  '%j with %j prints one line of explanation and returns the right exit code',
  async (args, environment, code, message) => {
    writeFile('good.jsonl', JSON.stringify(sampleAccountBody()))
    writeFile('null.json', 'null')
    writeFile('broken.csv', 'email,name\n1,"x\n')
    const result = await run(args, { ...cli.env, ...environment })
    expect([result.code, result.stdout]).toEqual([code, ''])
    expect(result.stderr).toContain(message)
    expect(result.stderr.trim().split('\n')).toHaveLength(1)
    expect(cli.creations()).toEqual([])
  },
)

it.each([[['--help']], [[]], [['-h']]])('%j prints the help of all commands', async (args) => {
  const { code, stdout } = await run(args)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^partner-accounts \d+\.\d+\.\d+\n/)
  for (const command of ['accounts list', 'accounts get', 'accounts create', 'accounts import', 'accounts export'])
    expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'))
  for (const command of ['listen --forward-to URL', 'mock \\[--port 4010\\]']) {
    expect(stdout).toMatch(new RegExp(`^  ${command}`, 'm'))
  }
  expect(stdout).toMatch(/^ {6}prints the newest accounts$/m)
  expect(stdout).toContain('PARTNER_ACCOUNTS_TOKEN; or --credentials FILE')
})

it('--version prints the version', async () => {
  const { code, stdout } = await run(['--version'])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
})

it.each([
  [['accounts', 'get'], {}, 'Give an account id, a CNPJ or a CPF. See partner-accounts --help.'],
  [['accounts', 'import'], {}, 'Give a file of CSV or JSON lines. See partner-accounts --help.'],
  [
    ['accounts', 'list'],
    { PARTNER_ACCOUNTS_PASSWORD: '' },
    'Set PARTNER_ACCOUNTS_EMAIL and PARTNER_ACCOUNTS_PASSWORD, or',
  ],
])('%j with %j is a usage error', async (args, environment, message) => {
  const { code, stderr } = await run(args, { ...cli.env, ...environment })
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

it('a token replaces the e-mail and password', async () => {
  const { baseUrl, credentials } = cli.server.service
  const response = await fetch(`${baseUrl}/tokens`, { method: 'POST', body: JSON.stringify(credentials) })
  const { token } = (await response.json()) as { token: string }
  const environment = { PARTNER_ACCOUNTS_URL: baseUrl, PARTNER_ACCOUNTS_TOKEN: token }
  expect(
    (await run(['accounts', 'list'], { ...environment, PARTNER_ACCOUNTS_EMAIL: 'unknown@partner.example' })).code,
  ).toBe(0)
})

it('accounts create prints its idempotency key and the command to repeat if the account may exist', async () => {
  const file = writeFile("Ana's customer.json", JSON.stringify(sampleAccountBody()))
  cli.server.service.failNext({ kind: 'lost-response' }, { operation: 'createPartnerAccount', times: Infinity })
  const { code, stdout, stderr } = await run(['accounts', 'create', file])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^The account may exist: /)
  expect(stderr).toContain(`Its idempotency key is ${cli.creations()[0]!.headers['idempotency-key']}.`)
  expect(stderr).toContain("npx --no-install partner-accounts accounts create 'Ana'\\''s customer.json'\n")
})

it('accounts import --dry-run succeeds if all rows are valid, and rejects rows that are no objects', async () => {
  const valid = writeFile('valid.jsonl', JSON.stringify(sampleAccountBody()))
  const { code, stdout } = await run(['accounts', 'import', valid, '--dry-run'])
  expect([code, JSON.parse(stdout)]).toEqual([0, { valid: 1, invalid: 0, sent: 0 }])
  const invalid = await run(['accounts', 'import', writeFile('list.jsonl', '[]'), '--dry-run'])
  expect([invalid.code, invalid.stderr]).toEqual([
    1,
    expect.stringMatching(/^row 1: .*full_name: This field is required\./),
  ])
})

it('the fake service responds to a request for another path with 404 and its address', async () => {
  const { baseUrl } = cli.server.service
  const response = await fetch(new URL('/elsewhere', baseUrl))
  expect([response.status, await response.text()]).toEqual([404, `Requests go to ${baseUrl}\n`])
})
