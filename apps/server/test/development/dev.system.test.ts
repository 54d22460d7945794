import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createPartnerAccountsClient } from '@partner-accounts/client'
import {
  CHROMIUM,
  copyWorkspace,
  endProcess,
  freePort,
  startDevelopment,
  type StartedService,
  untilReady,
} from '@partner-accounts/local-servers'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const MESSAGES = 'packages/rules/src/partner-errors.ts'
const MESSAGE = 'E-mail ou senha incorretos.'
const SIGN_IN_TEXTS = 'apps/portal/src/sign-in/sign-in-messages.ts'

describe('pnpm dev', () => {
  const workspace = mkdtempSync(path.join(tmpdir(), 'partner-accounts-dev-'))
  let service: StartedService
  let origin = ''

  beforeAll(async () => {
    await copyWorkspace(ROOT, workspace)
    const port = String(await freePort())
    origin = `http://127.0.0.1:${port}`
    const settings = { PORT: port, DATA_DIR: 'data', PUBLIC_URL: origin, RATE_LIMIT_REQUESTS: '1000000' }
    service = startDevelopment(workspace, settings, [`--inspect=127.0.0.1:${await freePort()}`])
    await untilReady(service)
  })

  afterAll(async () => {
    await endProcess(service.process, 'SIGTERM')
    rmSync(workspace, { recursive: true, force: true })
  })

  function edit(file: string, before: string, after: string): void {
    const name = path.join(workspace, file)
    const text = readFileSync(name, 'utf8')
    expect(text).toContain(before)
    writeFileSync(name, text.replace(before, after))
  }

  /** Returns the error of a wrong password, as JSON. */
  async function signInError(): Promise<string> {
    const body = JSON.stringify({ email: 'nobody@partner.example', password: 'wrong' })
    const headers = { 'content-type': 'application/json', 'accept-language': 'pt-BR' }
    const response = await fetch(`${origin}/partners/v1/tokens`, { method: 'POST', headers, body })
    const { _error: error } = (await response.json()) as { _error: { ui_message?: unknown } }
    return JSON.stringify(error)
  }

  it('prints the welcome of pnpm start, with the same addresses', () => {
    expect(service.output()).toContain(`Partner portal:    ${origin}/portal`)
    expect(service.output()).toContain('demo@partner.example')
    expect(service.output()).toContain(`Gallery:           ${origin}/portal/gallery/`)
  })

  it('logs the address at which it listens, and no warning', () => {
    expect(service.output().match(/listening at .*/g)).toEqual([`listening at ${origin}`])
    expect(service.output()).not.toMatch(/WARN|ERROR/)
  })

  it('shows edits of a message of packages/rules over HTTP, serves during a syntax error, and continues once it is mended', async () => {
    expect(await signInError()).toContain(MESSAGE)
    edit(MESSAGES, MESSAGE, 'Edição um.')
    await expect.poll(signInError).toContain('Edição um.')

    edit(MESSAGES, 'export const PARTNER_ERRORS = {', 'export const PARTNER_ERRORS = = {')
    await expect.poll(service.output).toContain('Waiting for the next edit')
    expect(service.output()).toContain('partner-errors.ts')
    expect(await signInError()).toContain('Edição um.')

    edit(MESSAGES, 'export const PARTNER_ERRORS = = {', 'export const PARTNER_ERRORS = {')
    edit(MESSAGES, 'Edição um.', MESSAGE)
    await expect.poll(signInError).toContain(MESSAGE)
  })

  it('opens the debugger on the same port again after each edit', async () => {
    const debuggers = () => service.output().match(/^Debugger listening on/gm)?.length ?? 0
    const before = debuggers()
    expect(before).toBeGreaterThan(0)
    edit(MESSAGES, MESSAGE, 'Edição dois.')
    await expect.poll(signInError).toContain('Edição dois.')
    expect(debuggers()).toBe(before + 1)
    expect(service.output()).not.toContain('address already in use')
  })

  /** The arguments of `pnpm seed` in package.json. */
  const seedArguments = ['--import', 'tsx', '--conditions=@partner-accounts/source', 'apps/ops/seed/main.ts']
  const seedOptions = () => ({
    cwd: workspace,
    env: { PATH: process.env['PATH'], OPS_URL: origin, DATA_DIR: 'data' },
  })

  async function seed(): Promise<string> {
    const { stdout } = await run(process.execPath, seedArguments, seedOptions())
    return stdout
  }

  /** Counts the records of the sample data, and lists their statuses. */
  async function readContents() {
    const { INTERNAL_API_KEY: key } = JSON.parse(readFileSync(path.join(workspace, 'data/keys.json'), 'utf8'))
    const { internal } = createPartnerAccountsClient({ url: `${origin}/trpc`, key })
    const [partners, users, subscriptions, endpoints, mails] = await Promise.all([
      internal.partners.list.query({ limit: 100 }),
      internal.portalUsers.list.query({ limit: 100 }),
      readAll((cursor) => internal.subscriptions.list.query({ limit: 100, cursor, includeTest: true })),
      internal.webhooks.list.query({ limit: 100 }),
      readAll((cursor) => internal.mails.list.query({ limit: 100, cursor, includeTest: true })),
    ])
    const statusesOf = (records: readonly { status: string }[]) =>
      [...new Set(records.map(({ status }) => status))].sort()
    return {
      partners: partners.items.length,
      accounts: subscriptions.length,
      subscriptions: statusesOf(subscriptions),
      users: statusesOf(users.items),
      endpoints: statusesOf(endpoints.items),
      mails: mails.length,
      mailStatuses: statusesOf(mails),
    }
  }

  it.skipIf(CHROMIUM === undefined)(
    'signs in to the portal and replaces an edited text without a reload (requires Chromium)',
    async () => {
      const browser = await chromium.launch({ executablePath: CHROMIUM ?? '' })
      try {
        const page = await browser.newPage({ baseURL: origin, locale: 'pt-BR' })
        await page.goto('/portal/sign-in')
        await page.getByRole('button', { name: 'Entrar' }).waitFor()
        // A reload would remove this marker.
        await page.evaluate(() => Object.assign(globalThis, { marker: 'kept' }))
        edit(SIGN_IN_TEXTS, "submit: 'Entrar'", "submit: 'Entrar agora'")
        await page.getByRole('button', { name: 'Entrar agora' }).waitFor()
        expect(await page.evaluate(() => (globalThis as unknown as { marker?: string }).marker)).toBe('kept')

        const [{ email, password }] = JSON.parse(readFileSync(path.join(workspace, 'data/demo.json'), 'utf8'))
        await page.getByLabel('E-mail').fill(email)
        await page.getByLabel('Senha', { exact: true }).fill(password)
        await page.getByRole('button', { name: 'Entrar agora' }).click()
        await page.getByRole('navigation').first().waitFor()
        await page.goto('/console')
        await page.getByRole('heading').first().waitFor()
      } finally {
        await browser.close()
      }
    },
  )

  it('is filled by pnpm seed, and a second run adds nothing', async () => {
    expect(await seed()).toContain('ana@norte.example')
    await expect.poll(async () => (await readContents()).mailStatuses).toEqual(['failed', 'kept', 'queued', 'sent'])
    const filled = await readContents()
    expect(filled).toMatchObject({
      accounts: 300,
      subscriptions: ['active', 'canceled', 'pending'],
      users: ['active', 'disabled', 'invited'],
      endpoints: ['active', 'disabled', 'paused'],
    })
    expect(await seed()).toContain('Nothing was added')
    expect(await readContents()).toEqual(filled)
  })

  it('is filled by pnpm seed without an error when the program that reads its output, such as head, ends early', async () => {
    const seeding = spawn(process.execPath, seedArguments, seedOptions())
    seeding.stdout.destroy()
    const [errors, [exitCode]] = await Promise.all([text(seeding.stderr), once(seeding, 'exit')])
    expect(errors).toBe('')
    expect(exitCode).toBe(0)
  })
})

it('pnpm dev starts with an edit during its first start, and does not report a failure', async () => {
  const workspace = mkdtempSync(path.join(tmpdir(), 'partner-accounts-edited-'))
  await copyWorkspace(ROOT, workspace)
  const origin = `http://127.0.0.1:${await freePort()}`
  const service = startDevelopment(workspace, { PORT: new URL(origin).port, DATA_DIR: 'data', PUBLIC_URL: origin })
  try {
    // The service creates this folder during its start.
    await expect.poll(() => existsSync(path.join(workspace, 'data')), { interval: 20 }).toBe(true)
    const file = path.join(workspace, MESSAGES)
    writeFileSync(file, readFileSync(file, 'utf8').replace(MESSAGE, 'Editado.'))
    await untilReady(service)
    expect(service.output()).toContain('has changed')
    expect(service.output()).not.toContain('could not start')
  } finally {
    await endProcess(service.process, 'SIGTERM')
    rmSync(workspace, { recursive: true, force: true })
  }
})

/** Reads all pages of a list. */
async function readAll<T>(read: (cursor?: string) => Promise<{ items: T[]; nextCursor: string | null }>): Promise<T[]> {
  const items: T[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return items
}
