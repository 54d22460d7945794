import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INTERNAL_PROCEDURES } from '@partner-accounts/api'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../src/commands.ts'
import { OperatorError } from '../src/operator-error.ts'
import { recordRun } from './recorded-run.ts'

/** Procedures that deliberately have no command: the account-level API checks tokens on every request. */
const WITHOUT_COMMAND = ['accounts.authenticateApiToken']

/** The input of the first page when all records are listed. Larger lists are read in pages of this maximum size. */
const FULL_PAGE = { limit: 200 }

const words = (line: string) => line.split(' ').map((word) => (word === "''" ? '' : word))

describe('a command calls its procedure with the inputs of the command line', () => {
  it.each<[line: string, procedure: string, input: unknown]>([
    ['coupon create --code A-1 --percent-off 20', 'coupons.create', { code: 'A-1', percentOff: 20 }],
    [
      'coupon create --code A-1 --percent-off 12.5 --expires 2027-01-31 --max-redemptions 3',
      'coupons.create',
      { code: 'A-1', percentOff: 12.5, expiresAt: '2027-01-31', maxRedemptions: 3 },
    ],
    ['coupon list', 'coupons.list', FULL_PAGE],
    ['partner create --name Estrela --coupon A-1', 'partners.create', { name: 'Estrela', coupon: 'A-1' }],
    ['partner list', 'partners.list', FULL_PAGE],
    ['partner list --status suspended --name sul', 'partners.list', { ...FULL_PAGE, status: 'suspended', name: 'sul' }],
    ['partner list --limit 3', 'partners.list', { limit: 3 }],
    ['partner show p1', 'partners.get', { id: 'p1' }],
    ['portal-user list --partner p1', 'portalUsers.list', { partnerId: 'p1', limit: 100 }],
    ['portal-user show u1', 'portalUsers.get', { id: 'u1' }],
    ['account list --tax-id d1 --all', 'accounts.list', { ...FULL_PAGE, taxId: 'd1' }],
    [
      'account list --status pending --from 2026-11-01',
      'accounts.list',
      { status: 'pending', from: '2026-11-01', limit: 100 },
    ],
    ['account show a@b.example', 'accounts.get', { id: 'a@b.example' }],
    ['subscription list --status pending', 'subscriptions.list', { status: 'pending', limit: 100 }],
    ['partner rename p1 --name Sul', 'partners.setName', { id: 'p1', name: 'Sul' }],
    ['partner suspend p1', 'partners.suspend', { id: 'p1' }],
    ['partner suspend p1 --reason fraud', 'partners.suspend', { id: 'p1', reason: 'fraud' }],
    ['partner resume p1', 'partners.resume', { id: 'p1' }],
    ['partner empty p1 --yes', 'partners.empty', { id: 'p1' }],
    ['partner set-coupon p1 --coupon A-1', 'partners.setCoupon', { id: 'p1', coupon: 'A-1' }],
    ['partner set-coupon --none p1', 'partners.setCoupon', { id: 'p1', coupon: null }],
    ['partner limit p1 120', 'partners.setRateLimit', { id: 'p1', rateLimit: { requests: 120 } }],
    [
      'partner limit p1 120 --until 2027-12-31',
      'partners.setRateLimit',
      { id: 'p1', rateLimit: { requests: 120, until: '2027-12-31' } },
    ],
    ['partner limit p1 --default', 'partners.setRateLimit', { id: 'p1', rateLimit: null }],
    [
      'portal-user invite --partner p1 --email a@b.example --name Ana',
      'portalUsers.invite',
      { partnerId: 'p1', email: 'a@b.example', name: 'Ana' },
    ],
    ["portal-user permissions u1 --set ''", 'portalUsers.setPermissions', { id: 'u1', permissions: [] }],
    [
      'portal-user permissions u1 --set accounts:read,accounts:create',
      'portalUsers.setPermissions',
      { id: 'u1', permissions: ['accounts:read', 'accounts:create'] },
    ],
    ['portal-user resend u1', 'portalUsers.resendInvitation', { id: 'u1' }],
    ['portal-user reset-password u1', 'portalUsers.sendPasswordReset', { id: 'u1' }],
    ['portal-user reset-second-factor u1', 'portalUsers.deleteSecondFactor', { id: 'u1' }],
    ['portal-user enable u1', 'portalUsers.enable', { id: 'u1' }],
    ['portal-user disable u1', 'portalUsers.disable', { id: 'u1' }],
    ['account show a1', 'accounts.get', { id: 'a1' }],
    [
      "account correct a1 --trade-name Lua --financial-email '' --administrator-email a@b.example --street-number 20 --complement '' --reason typo",
      'accounts.correct',
      {
        id: 'a1',
        reason: 'typo',
        employer: { tradeName: 'Lua', financialEmail: null },
        administrator: { email: 'a@b.example' },
        address: { streetNumber: '20', complement: null },
      },
    ],
    ['account revoke-token a1', 'accounts.revokeToken', { id: 'a1' }],
    ['account reissue-token a1', 'accounts.reissueToken', { id: 'a1' }],
    ['account erase a1 --reason asked --yes', 'accounts.erase', { id: 'a1', reason: 'asked' }],
    ['portal-user erase u1 --reason asked --yes', 'portalUsers.erase', { id: 'u1', reason: 'asked' }],
    ['account usage a1 --active-employees 0', 'accounts.reportUsage', { id: 'a1', activeEmployees: 0 }],
    ['account usage a1 --active-employees -1', 'accounts.reportUsage', { id: 'a1', activeEmployees: -1 }],
    ['subscription activate --account a1', 'subscriptions.activate', { accountId: 'a1' }],
    ['subscription change --account a1 --face-ids 2', 'subscriptions.update', { accountId: 'a1', faceIds: 2 }],
    ['subscription change --account a1 --employees 9', 'subscriptions.update', { accountId: 'a1', employees: 9 }],
    [
      'subscription create --account a1 --employees 9 --coupon A-1',
      'subscriptions.create',
      { accountId: 'a1', employees: 9, coupon: 'A-1' },
    ],
    ['subscription cancel --account a1', 'subscriptions.cancel', { accountId: 'a1' }],
    ['mail list', 'mails.list', { limit: 100 }],
    ['mail list --failed', 'mails.list', { failed: true, limit: 100 }],
    ['mail preview m1', 'mails.get', { id: 'm1' }],
    [
      'mail list --status queued --kind password-reset --from 2026-11-01 --until 2026-11-02',
      'mails.list',
      { status: 'queued', kind: 'password-reset', from: '2026-11-01', to: '2026-11-02', limit: 100 },
    ],
    [
      'mail retry-many --partner p1 --dry-run',
      'mails.retryMany',
      { ...FULL_PAGE, partnerId: 'p1', status: 'failed', dryRun: true },
    ],
    ['mail list --to a@b.example --limit 9', 'mails.list', { recipient: 'a@b.example', limit: 9 }],
    ['coupon show A-1', 'coupons.get', { code: 'A-1' }],
    ['coupon change A-1 --max-redemptions 3', 'coupons.update', { code: 'A-1', maxRedemptions: 3 }],
    ['coupon end A-1', 'coupons.update', { code: 'A-1', expiresAt: expect.any(String) }],
    [
      'subscription activate-many --accounts a1,a2 --dry-run',
      'subscriptions.activateMany',
      { accountIds: ['a1', 'a2'], dryRun: true },
    ],
    ['subscription resend-activation --account a1', 'subscriptions.resendActivationMail', { accountId: 'a1' }],
    ['limits list --minutes 15', 'limits.list', { minutes: 15, limit: 100 }],
    ['limits show p1', 'limits.get', { id: 'p1' }],
    ['partner list --test', 'partners.list', { ...FULL_PAGE, includeTest: true }],
    ['account list --test', 'accounts.list', { limit: 100, includeTest: true }],
    ['subscription list --test', 'subscriptions.list', { limit: 100, includeTest: true }],
    ['mail list --test', 'mails.list', { limit: 100, includeTest: true }],
    ['webhook list --test', 'webhooks.list', { ...FULL_PAGE, includeTest: true }],
    ['limits list --test', 'limits.list', { limit: 100, includeTest: true }],
    ['figures show --test', 'figures.get', { includeTest: true }],
    ['figures show --days 7 --time-zone UTC', 'figures.get', { days: 7, timeZone: 'UTC' }],
    ['search records estrela', 'records.search', { query: 'estrela' }],
    ['operator list', 'console.listSessions', FULL_PAGE],
    ['operator sign-out s1', 'console.endSession', { id: 's1' }],
    ['operator sign-out-everywhere a@b.example', 'console.endSessions', { operator: 'a@b.example' }],
    ['console', 'console.createLink', {}],
    ['console --email a@b.example --role viewer', 'console.createLink', { email: 'a@b.example', role: 'viewer' }],
    ['mail retry m1', 'mails.retry', { id: 'm1' }],
    ['mail discard m1', 'mails.delete', { id: 'm1' }],
    ['note add --account a1 --text Ligar', 'notes.create', { accountId: 'a1', text: 'Ligar' }],
    ['note list --partner p1', 'notes.list', { partnerId: 'p1', limit: 100 }],
    ['note delete n1', 'notes.delete', { id: 'n1' }],
    ['person export a@b.example', 'people.export', { email: 'a@b.example' }],
    ['audit list', 'audit.list', { limit: 100 }],
    [
      'audit list --actor internal:ops --from 2026-11-01',
      'audit.list',
      { actor: 'internal:ops', from: '2026-11-01', limit: 100 },
    ],
    ['audit list --account a1 --partner p1', 'audit.list', { accountId: 'a1', partnerId: 'p1', limit: 100 }],
  ])('%s', async (line, procedure, input) => {
    const { exitCode, calls, key } = await recordRun(words(line))

    expect({ exitCode, calls, key }).toEqual({ exitCode: 0, calls: [[`internal.${procedure}`, input]], key: 'the-key' })
  })

  it('partner create --from creates the rows of a file after checking all of them', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'ops-')), 'partners.csv')
    writeFileSync(file, '\uFEFFNome;Cupom;Gestor;E-mail\r\n"Sul; Norte";A-1;;\r\nLeste;;Ana;ana@leste.example\r\n')
    const { calls, output } = await recordRun(['partner', 'create', '--json', '--from', file])

    const first = { name: 'Sul; Norte', coupon: 'A-1' }
    const second = { name: 'Leste', manager: { name: 'Ana', email: 'ana@leste.example' } }
    expect(calls.map(([, input]) => input)).toEqual([
      { ...first, dryRun: true },
      { ...second, dryRun: true },
      { ...first, dryRun: false },
      { ...second, dryRun: false },
    ])
    expect(JSON.parse(output)).toEqual([
      { name: 'Sul; Norte', id: 'x', error: null },
      { name: 'Leste', id: 'x', error: null },
    ])
  })

  it('partner create --from creates nothing with options that are for one partner', async () => {
    const { exitCode, calls, errors } = await recordRun(['partner', 'create', '--from', 'none.csv', '--coupon', 'A-1'])
    expect([exitCode, calls]).toEqual([1, []])
    expect(errors).toContain('--from excludes --coupon and --test-of')
  })

  it('partner create --from exits with 1 and names the rows that failed, after printing the created ones', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'ops-')), 'partners.csv')
    writeFileSync(file, 'Sul\nLeste\nNorte\n')
    const create = ({ name, dryRun }: { name: string; dryRun: boolean }) =>
      dryRun || name !== 'Leste' ? { id: name } : Promise.reject(new OperatorError('No response.'))
    const { exitCode, output, errors } = await recordRun(['partner', 'create', '--json', '--from', file], create)

    expect([exitCode, JSON.parse(output)]).toMatchObject([1, [{ id: 'Sul' }, { id: null }, { id: 'Norte' }]])
    expect(JSON.parse(errors)).toMatchObject({ error: { message: 'Not created: row 2 (Leste): No response.' } })
  })

  it('subscription activate-many exits with 1 and names the accounts that were not activated, after printing the result', async () => {
    const results = [
      { accountId: 'a1', result: 'activated' },
      { accountId: 'a2', result: 'not-found' },
      { accountId: 'a3', result: 'canceled' },
    ]
    const line = words('subscription activate-many --json --accounts a1,a2,a3')
    const { exitCode, output, errors } = await recordRun(line, () => ({ dryRun: false, results }))
    expect([exitCode, JSON.parse(output)]).toEqual([1, { dryRun: false, results }])
    expect(JSON.parse(errors)).toMatchObject({ error: { message: 'Not activated: a2 (not-found), a3 (canceled)' } })
  })

  it('portal-user invite with empty --permissions passes an empty list, not the default', async () => {
    const invite = words('portal-user invite --partner p1 --email a@b.example --name Ana')
    const { calls } = await recordRun([...invite, '--permissions', ''])

    expect(calls[0]?.[1]).toEqual({ partnerId: 'p1', email: 'a@b.example', name: 'Ana', permissions: [] })
  })

  const password = `--it's "one" $PASSWORD `
  it.each([
    ['an option', ['--password', password], 'ignored\n'],
    // Only the first line is the password.
    ['standard input', [], `${password}\r\nmore`],
  ])(
    'portal-user activate passes spaces, dashes and quotes of a password from %s unchanged',
    async (_, args, typed) => {
      const line = ['portal-user', 'activate', '--token', '-pau_1', ...args]
      const { calls, errors } = await recordRun(line, undefined, { typed })

      expect([calls, errors]).toEqual([[['activation.activate', { token: '-pau_1', password }]], ''])
    },
  )

  it('portal-user activate without a password calls nothing', async () => {
    const { exitCode, calls, errors } = await recordRun(words('portal-user activate --token pau_1'))

    expect([exitCode, calls, errors]).toEqual([1, [], 'error: Pass the password on standard input.\n'])
  })

  it.each([
    ['y\n', 0, 1],
    ['YES\n', 0, 1],
    ['\n', 1, 0],
    ['x\n', 1, 0],
    ['', 1, 0],
  ])(
    'subscription cancel on a terminal asks first: %j exits with %i after %i calls',
    async (typed, code, callCount) => {
      const cancel = words('subscription cancel --account a1 --reason closed')
      const { exitCode, calls, errors } = await recordRun(cancel, undefined, { typed, isTTY: true })

      expect([exitCode, calls.length]).toEqual([code, callCount])
      expect(errors).toMatch(/^Cancels a subscription permanently: a1, closed\. Continue\? \[y\/N\] /)
    },
  )

  it('account erase without a terminal requires --yes', async () => {
    const { exitCode, calls, errors } = await recordRun(words('account erase a1 --reason asked'))

    expect([exitCode, calls, errors]).toEqual([1, [], 'error: Nothing was changed: confirm with --yes.\n'])
  })

  it('subscription cancel --yes does not ask for a confirmation, but on a terminal for the reason', async () => {
    const cancel = words('subscription cancel --yes --account a1')
    const { calls, errors } = await recordRun(cancel, undefined, { typed: ' closed down\n', isTTY: true })
    const input = { accountId: 'a1', reason: 'closed down' }

    expect([calls, errors]).toEqual([[['internal.subscriptions.cancel', input]], 'reason: '])
    const withoutReason = await recordRun(cancel, undefined, { typed: '\n', isTTY: true })
    expect([withoutReason.exitCode, withoutReason.calls]).toEqual([1, []])
  })

  it('portal-user activate sends no key', async () => {
    const { key } = await recordRun(words('portal-user activate --token pau_1 --password secret'))

    expect(key).toBeUndefined()
  })
})

describe('a usage error exits with 2, calls nothing and prints no result', () => {
  it.each([
    ['', /^Usage: pnpm ops /],
    ['partner', /^Usage: pnpm ops partner /],
    ['parner list', /unknown command 'parner'\n.*Did you mean partner/],
    ['partner lisst', /unknown command 'lisst'/],
    ['partner list more', /too many arguments/],
    ['subscription cancel --account a1 a2', /too many arguments/],
    ['console more', /too many arguments/],
    ['partner list --status on', /'on' is invalid\. Allowed choices are active, suspended\./],
    ['account list --status open', /'open' is invalid\. Allowed choices are pending, active, canceled\./],
    ['portal-user permissions u1 --set accounts:read,x', /Allowed choices are accounts:read, accounts:create, users:/],
    ['partner list --jsn', /unknown option '--jsn'/],
    ['partner create', /exactly one of --name and --from/],
    ['partner create --name', /'--name <NAME>' argument missing/],
    ['partner suspend', /missing required argument 'id'/],
    ['partner set-coupon p1', /exactly one of --coupon and --none/],
    ['partner set-coupon p1 --coupon A --none', /exactly one of --coupon and --none/],
    ['note list', /exactly one of --partner and --account/],
    ['partner limit p1', /exactly one of requests and --default/],
    ['partner limit p1 120 --default', /exactly one of requests and --default/],
    ['account usage a1 --active-employees ten', /'ten' is invalid\. It must be a number/],
    ["account usage a1 --active-employees ''", /'' is invalid\. It must be a number/],
  ])('%s', async (line, message) => {
    const { exitCode, output, errors, calls } = await recordRun(line === '' ? [] : words(line))

    expect({ exitCode, output, calls }).toEqual({ exitCode: 2, output: '', calls: [] })
    expect(errors).toMatch(message)
  })
})

describe('help', () => {
  it('--help lists every command and an example', async () => {
    const { exitCode, output, errors } = await recordRun(['--help'])
    const oneLine = output.replace(/\s+/g, ' ')

    expect([exitCode, errors]).toEqual([0, ''])
    for (const { name } of COMMANDS) expect(oneLine).toMatch(new RegExp(name.replace(' ', ' .*\\b')))
    expect(output).toContain('Example:\n  pnpm ops ')
  })

  it('--help groups the commands by topic, and the help of a group has an example', async () => {
    const { output } = await recordRun(['--help'])
    expect(output.match(/^\S.*:$/gm)).toEqual([
      'Options:',
      'Partners and users:',
      'Accounts:',
      'Daily work:',
      'Operators:',
      'Commands:',
      'Example:',
      'Settings:',
    ])
    const help = await recordRun(['subscription', '--help'])
    expect(help.output).toContain('Example:\n  pnpm ops subscription list --status pending\n')
  })

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    '%s --help shows its usage, an example and --json',
    async (name, { example }) => {
      const { exitCode, output, errors, calls } = await recordRun([...name.split(' '), '--help'])

      expect([exitCode, errors, calls]).toEqual([0, '', []])
      expect(output).toContain(`Usage: pnpm ops ${name} `)
      expect(output).toContain(`Example:\n  pnpm ops ${name} ${example}`)
      expect(output).toContain('--json')
    },
  )

  /** Procedures that the examples called. The last test compares them, so it fails if the tests of examples are filtered out. */
  const called = new Set<string>()
  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    'the example in the help of %s is a valid command line',
    async (name, { example }) => {
      const [line = '', input] = example.split(' < ')
      const quoted = line.match(/'[^']*'|\S+/g) ?? []
      const args = [...name.split(' '), ...quoted.map((word) => word.replace(/^'|'$/g, ''))]
      const { exitCode, calls } = await recordRun(args, undefined, { typed: input })

      expect(exitCode).toBe(0)
      for (const [procedure] of calls) called.add(procedure)
    },
  )

  it('every internal procedure is called by an example, or is listed as having no command', () => {
    const missing = INTERNAL_PROCEDURES.filter((name) => !called.has(`internal.${name}`))

    expect(missing).toEqual(WITHOUT_COMMAND)
  })
})

describe('output', () => {
  it.each([
    ['--version', '1.2.3\n'],
    ['--version --json', '{"version":"1.2.3"}\n'],
  ])('%s prints the version', async (line, printed) => {
    expect(await recordRun(words(line))).toMatchObject({ exitCode: 0, output: printed, calls: [] })
  })

  it.each([['partner list --json'], ['--json partner list'], ['partner --json list']])(
    '%s prints one line of JSON',
    async (line) => {
      const result = [{ id: 'p1', name: 'Estrela' }]
      const { output, errors } = await recordRun(words(line), { items: result, nextCursor: null })

      expect(output).toBe(`${JSON.stringify(result)}\n`)
      expect(errors).toBe('')
    },
  )

  it('a list is read page by page up to --limit, and a note reports that there are more', async () => {
    const page = { items: Array.from({ length: 200 }, (_, index) => ({ id: index })), nextCursor: 'c1' }
    const { calls, output, errors } = await recordRun(words('mail list --limit 400 --json'), page)

    expect(calls.map(([, input]) => input)).toEqual([{ limit: 200 }, { limit: 200, cursor: 'c1' }])
    expect(JSON.parse(output)).toHaveLength(400)
    expect(errors).toBe('There are more: use --all, or a higher --limit.\n')
  })

  it('a list is complete with --json and --csv, and a table has the default number of records', async () => {
    const nextOf: Record<string, string | null> = { first: 'c1', c1: 'c2', c2: null }
    const page = ({ cursor = 'first' }: { cursor?: string }) => ({
      items: [{ id: cursor }],
      nextCursor: nextOf[cursor],
    })
    const { output, errors } = await recordRun(words('audit list --json'), page)
    expect([JSON.parse(output), errors]).toEqual([[{ id: 'first' }, { id: 'c1' }, { id: 'c2' }], ''])
    expect((await recordRun(words('audit list --csv'), page)).output).toBe('id\r\nfirst\r\nc1\r\nc2\r\n')
    const full = { items: Array.from({ length: 100 }, (_, id) => ({ id })), nextCursor: 'c1' }
    expect((await recordRun(words('audit list'), full)).errors).toMatch(/^There are more/)
  })

  const account = {
    id: '65f1c2a9e4b0d83f5a7c9e12',
    name: 'Padaria Estrela do Norte e do Sul de Itaquaquecetuba',
    taxId: '11222333000181',
    email: 'maria@estrela.example',
  }
  const accounts = { items: [account], nextCursor: null }

  it.each([80, 100])('a table fits a terminal of %i columns, and names what it leaves out', async (width) => {
    const { output, errors } = await recordRun(words('account list'), accounts, { width })
    const lines = output.trimEnd().split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width)
    expect(lines[1]).toContain(`${account.id}  Padaria Estrela do Norte e do Sul de It…`)
    const omitted = width === 80 ? 'taxId, email' : 'email'
    expect(errors).toBe(`The terminal is too narrow for ${omitted}: choose with --columns, or use --json.\n`)
  })

  it('a table in a file or pipe has every column and whole texts', async () => {
    const { output, errors } = await recordRun(words('account list'), accounts)
    for (const value of Object.values(account)) expect(output).toContain(value)
    expect(errors).toBe('')
  })

  it('--columns chooses columns of tables, CSV and JSON, in the given order', async () => {
    const list = (line: string) =>
      recordRun(words(`account list --columns email,id ${line}`.trim()), accounts, { width: 80 })
    expect((await list('')).output).toMatch(/^email +id\nmaria@estrela\.example +65f1c2a9e4b0d83f5a7c9e12\n$/)
    expect((await list('--csv')).output).toBe('email,id\r\nmaria@estrela.example,65f1c2a9e4b0d83f5a7c9e12\r\n')
    expect((await list('--json')).output).toBe(`[{"email":"${account.email}","id":"${account.id}"}]\n`)
    const { exitCode, errors } = await recordRun(words('account list --columns cnpj'), accounts)
    expect([exitCode, errors]).toEqual([1, 'error: There is no column cnpj. There are id, name, taxId, email.\n'])
  })

  it.each([
    ['account list --tax-id', { taxId: '11222333000181', limit: 100 }],
    ['account show', { id: '11222333000181' }],
    ['search records', { query: '11222333000181' }],
  ])('%s accepts a CNPJ with punctuation', async (line, input) => {
    const { calls } = await recordRun([...words(line), '11.222.333/0001-81'])
    expect(calls[0]?.[1]).toEqual(input)
  })

  it.each([
    ['account list', 'Test partners are left out: --test includes them.\n'],
    ['account list --test', ''],
    ['account list --partner p1', ''],
    ['account list --json', ''],
    ['coupon list', ''],
  ])('%s prints a note below an empty list only if test partners are left out', async (line, note) => {
    const { errors } = await recordRun(words(line), { items: [], nextCursor: null })
    expect(errors).toBe(note)
  })

  it('mail preview prints the text line by line, and the HTML only as JSON', async () => {
    const mail = {
      id: 'm1',
      subject: 'Olá',
      text: 'Olá, Ana!\n\nhttp://x/activate?token=***\u001b[2J',
      html: '<p>Olá</p>',
      message: 'Subject: Olá',
    }
    expect((await recordRun(words('mail preview m1'), mail)).output).toBe(
      'id       m1\nsubject  Olá\ntext     Olá, Ana!\n\n         http://x/activate?token=***\\u001b[2J\n\n         The HTML and the message (.eml) are printed with --json.\n',
    )
    expect(JSON.parse((await recordRun(words('mail preview m1 --json'), mail)).output)).toEqual(mail)
  })

  it('--csv prints the records of all pages below one header, without formulas', async () => {
    const entry = {
      at: '2026-11-21T00:00:00+00:00',
      actor: '=cmd();=cmd()',
      partnerId: null,
      number: -1,
      changes: { name: { from: 'A "B", C\n', to: null } },
    }
    const page = { items: [entry], nextCursor: 'c1' }
    const { output, errors, calls } = await recordRun(words('audit list --csv --limit 2'), page)

    const row = `2026-11-21T00:00:00+00:00,"'=cmd();'=cmd()",,-1,"{""name"":{""from"":""A \\""B\\"", C\\n"",""to"":null}}"\r\n`
    expect(output).toBe(`at,actor,partnerId,number,changes\r\n${row}${row}`)
    expect(errors).toBe('There are more: use --all, or a higher --limit.\n')
    expect(calls.map(([, input]) => input)).toEqual([{ limit: 2 }, { limit: 1, cursor: 'c1' }])
    expect((await recordRun(words('audit list --csv'), { items: [], nextCursor: null })).output).toBe('')
    expect((await recordRun(words('audit list --csv --json'), page)).errors).toBe(
      '{"error":{"name":"OperatorError","message":"--csv and --json exclude each other."}}\n',
    )
  })

  it('audit list prints names, and the id of a record only if it has no name; --json prints both', async () => {
    const ids = { actor: 'portal-user:u1', subjectId: 's1', partnerId: 'p1', accountId: 'a1' }
    const names = { actorName: 'Ana', subjectName: null, partnerName: 'Estrela', accountName: 'Padaria' }
    const entry = { action: 'subscription.canceled', ...ids, ...names, count: 3, reason: 'closed' }
    const mail = { action: 'mail.retried', actor: 'internal:ops', subjectId: 'm1' }
    const page = { items: [entry, mail], nextCursor: null }
    const { output } = await recordRun(words('audit list'), page)
    expect(output).toMatch(/ Ana .* subscription.canceled +3 +Padaria +Estrela .* closed\n.* internal:ops .* m1 /)
    expect(output).not.toMatch(/u1|s1|p1|a1/)
    expect(JSON.parse((await recordRun(words('audit list --json'), page)).output)).toEqual([entry, mail])
  })

  it('account reissue-token --json warns on standard error that the token is shown only once', async () => {
    const { output, errors } = await recordRun(words('account reissue-token a1 --json'), { apiToken: 'pat_1' })

    expect(output).toBe('{"apiToken":"pat_1"}\n')
    expect(errors).toMatch(/shown only once/)
  })
})
