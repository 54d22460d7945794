import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { exportAccounts, listAccounts } from '../src/node/cli/accounts.ts'
import { partnerAccountsService } from '../src/testing/index.ts'

const service = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1' })
const server = setupServer(...service.handlers)
const written: string[] = []
beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' })
  vi.stubEnv('PARTNER_ACCOUNTS_URL', service.baseUrl)
  vi.stubEnv('PARTNER_ACCOUNTS_EMAIL', service.credentials.email)
  vi.stubEnv('PARTNER_ACCOUNTS_PASSWORD', service.credentials.password)
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  service.addAccount()
})
afterEach(() => written.splice(0))
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  server.close()
})

const HEADER = [
  '_id',
  '_created',
  'name',
  'cnpj',
  'financial_email',
  'active_employees',
  'subscription_employees',
  'subscription_face_ids',
]

it('accounts export writes CSV with a header, and with --excel also semicolons and a byte order mark', async () => {
  await exportAccounts([], {})
  await exportAccounts([], { format: 'csv', excel: true })
  const plain = written.slice(0, 2)
  const excel = written.slice(2)
  expect(plain[0]).toBe(`${HEADER.join(',')}\n`)
  expect(excel[0]).toMatch(/^\uFEFF/)
  expect(excel[0]).toContain(HEADER.join(';'))
  for (const rows of [plain[1], excel[1]]) expect(rows).toMatch(/^"?[0-9a-f]{24}/)
})

it('accounts list and accounts export write a JSON object per line', async () => {
  await listAccounts([], {})
  await exportAccounts([], { format: 'jsonl' })
  const accounts = written.join('').trimEnd().split('\n')
  expect(accounts.map((line) => Object.keys(JSON.parse(line) as object))).toEqual(
    Array(2).fill(expect.arrayContaining(HEADER)),
  )
})

it('accounts export to a file shows a full progress bar on a terminal at the end', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-export-'))
  const shown: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    shown.push(String(text))
    return true
  })
  const { isTTY } = process.stderr
  process.stderr.isTTY = true
  onTestFinished(() => {
    process.stderr.isTTY = isTTY
    write.mockRestore()
    rmSync(folder, { recursive: true })
  })
  const output = path.join(folder, 'accounts.jsonl')
  await exportAccounts([], { format: 'jsonl', output })
  expect(readFileSync(output, 'utf8').trimEnd().split('\n')).toHaveLength(1)
  expect(shown).toEqual([`\r\x1b[K${'█'.repeat(30)} 1/1\n`])
})

it.each([
  [{ format: 'xml' }, '--format must be csv or jsonl, not xml.'],
  [{ format: 'jsonl', excel: true }, '--excel is a format of CSV, not of JSON lines.'],
])('accounts export rejects %j', async (options, message) => {
  await expect(exportAccounts([], options)).rejects.toThrow(message)
  expect(written).toEqual([])
})
