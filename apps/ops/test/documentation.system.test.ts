import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inviteDocumented, runDocumentedClient } from './documented-client.ts'
import { createAccount, openPartner } from './portal.ts'
import { readTestUser, type RunningService, startService } from './running-service.ts'
import { shapeOf } from './shape-of.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const LAUNCHER = fileURLToPath(new URL('../launcher/ops.js', import.meta.url))
/** Signs in and creates the account that the other pages use. */
const FIRST_PAGE = 'docs/rest/getting-started.md'
/** The commands of this page require generators and run in apps/server/test/clients/generated-clients.system.test.ts. */
const TESTED_ELSEWHERE = /generate-a-client\.md$/
const END_OF_BLOCK = 'end of block'

/** A block of commands, and the JSON that the page shows as its output. */
interface CommandBlock {
  page: string
  commands: string
  output: unknown
}

let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Returns the `sh` blocks of a page. Blocks that cannot run in a test are marked `sh manual`. */
const blocksOf = (page: string): CommandBlock[] =>
  [...readFileSync(path.join(ROOT, page), 'utf8').matchAll(/^```sh\n(.*?)^```$(?:\n\n```json\n(.*?)^```$)?/gms)].map(
    ([, commands, json]) => ({
      page,
      commands: commands!,
      output: json === undefined ? undefined : JSON.parse(json),
    }),
  )

it('commands of all Markdown pages run in reading order and print JSON as shown', async () => {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: ROOT })
  const listed = tracked.toString().trim().split('\n')
  const pages = listed.filter((page) => !TESTED_ELSEWHERE.test(page))
  const { email, password } = readTestUser(service)
  const blocks = [FIRST_PAGE, ...pages.filter((page) => page !== FIRST_PAGE)].flatMap(blocksOf)
  const script = [
    'set -euo pipefail',
    `pnpm() { [ "$1" = ops ] && shift && '${process.execPath}' '${LAUNCHER}' "$@"; }`,
    // `npx --yes pnpm@… ops` for readers without pnpm.
    'npx() { shift 2 && pnpm "$@"; }',
    ...blocks.flatMap(({ page, commands }) => [`echo '${page}' >&2`, commands, `printf '\n${END_OF_BLOCK}\n'`]),
  ]
    .join('\n')
    .replaceAll('http://localhost:3000', new URL(service.baseUrl).origin)
    .replaceAll(/(?:your|seu) e-mail/g, email)
    .replaceAll(/your password|sua senha/g, password)

  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', script], {
    cwd: service.folder,
    env: { PATH: process.env['PATH'], ...service.environment },
  })
  const pagesRead = stderr.replaceAll('Test partners are left out: --test includes them.\n', '')
  expect(pagesRead).toBe(blocks.map(({ page }) => `${page}\n`).join(''))

  const outputs = stdout.split(`\n${END_OF_BLOCK}\n`)
  for (const [index, { page, commands, output }] of blocks.entries()) {
    if (output === undefined) continue
    expect([page, commands, shapeOf(JSON.parse(outputs[index]!))]).toEqual([page, commands, shapeOf(output)])
  }
})

it('the programs of docs/internal-applications.md report usage, and distinguish errors by name and field', async () => {
  const page = readFileSync(path.join(ROOT, 'docs/internal-applications.md'), 'utf8')
  const source = readFileSync(new URL('./documented-client.ts', import.meta.url), 'utf8').split('\n')
  const shown = [...page.matchAll(/^```ts\n(.*?)^```$/gms)]
    .map(([, code]) => code!)
    .filter((code) => /client\./.test(code))
  const lines = shown
    .join('')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('import '))
  const sourceLines = source.map((line) => line.trim())
  expect(shown).toHaveLength(3)
  expect(lines.filter((line) => !sourceLines.includes(line.trim()))).toEqual([])

  const { coupon, partner, user } = await openPartner(service)
  const { _id } = await createAccount(service, user)
  const keys = readFileSync(path.join(service.folder, '.data/keys.json'), 'utf8')
  const { INTERNAL_API_KEY: key } = JSON.parse(keys) as { INTERNAL_API_KEY: string }
  const { origin } = new URL(service.baseUrl)
  const url = `${origin}/trpc`

  expect(await runDocumentedClient(url, key, _id, coupon)).toBe('taken')
  expect(await service.opsJson('account', 'show', _id)).toMatchObject({ activeEmployees: 9 })

  const invite = (email: string) => inviteDocumented(url, key, partner, email)
  expect(await invite('ana')).toEqual([expect.stringContaining('e-mail')])
  expect(await invite(`ana@integrations.example.com`)).toEqual([expect.stringContaining('reserved')])
  expect(await invite(user.email)).toEqual([expect.stringContaining('already active')])
})
