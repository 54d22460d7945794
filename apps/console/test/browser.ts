import { freePort, type OpenIdProvider, postgresPrograms, startOpenIdProvider } from '@partner-accounts/local-servers'
import { CHROMIUM, watchPage } from '@partner-accounts/local-servers/browser'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { ConsoleService, type Role } from './console-service.ts'
import { RATE_LIMIT, seed, type Seeded } from './seed.ts'

const PROGRAMS = postgresPrograms()
const ACTION_TIMEOUT_MS = 60_000

export interface Look {
  locale?: 'pt-BR' | 'en'
  colorScheme?: 'light' | 'dark'
  viewport?: { width: number; height: number }
  /** Origin of the instance to open; by default, the first one. */
  origin?: string
}

export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

/** People of the OpenID provider. The settings make Ana an operator. */
const PEOPLE = {
  ana: { email: 'ana@empresa.example', email_verified: true, name: 'Ana Lima' },
  davi: { email: 'davi@empresa.example', email_verified: true, name: 'Davi Reis' },
}

/**
 * Resolves when no dialog is open. `getByRole` does not find what is behind an open dialog. Toasts, which also have the
 * role of dialogs, do not count.
 */
export const waitUntilDialogCloses = (page: Page): Promise<void> =>
  page.locator('.dialog').waitFor({ state: 'detached' })

/** What the tests use: a running service with records, an OpenID provider, and a real browser. */
export interface Console extends Seeded {
  service: ConsoleService
  /** Opens a page in a new browser context. */
  open: (path: string, look?: Look) => Promise<Page>
  /** Opens a page as an operator who is signed in. */
  openAs: (role: Role, path: string, look?: Look) => Promise<Page>
  /** Signs in with the OpenID provider, from a page that asks to sign in. */
  signInAtProvider: (page: Page, person: keyof typeof PEOPLE) => Promise<void>
}

/**
 * Defines tests in a browser. They are skipped on machines without Chromium or PostgreSQL. A test fails if one of its pages
 * sends a request to another server, puts an input into a URL, violates its security policy, or throws an error.
 */
export const describeConsole = (name: string, tests: (getConsole: () => Console) => void) =>
  describe.skipIf(CHROMIUM === undefined || PROGRAMS === undefined)(
    `${name}${CHROMIUM && PROGRAMS ? '' : ' (no chromium or no postgresql on this machine)'}`,
    () => {
      let browser: Browser
      let service: ConsoleService
      let provider: OpenIdProvider
      let seeded: Seeded
      /** Functions that stop what was started, even if a later step of the start has failed. */
      const stops: (() => Promise<unknown>)[] = []
      const contexts: BrowserContext[] = []
      const problems: string[] = []
      const sessions: Partial<Record<Role, Awaited<ReturnType<BrowserContext['storageState']>>>> = {}

      beforeAll(async () => {
        browser = await chromium.launch({ executablePath: CHROMIUM ?? '' })
        stops.push(() => browser.close())
        const port = await freePort()
        service = await ConsoleService.start(PROGRAMS ?? '', {
          RATE_LIMIT_REQUESTS: String(RATE_LIMIT),
          OPERATOR_OIDC_ISSUER: `http://127.0.0.1:${port}`,
          OPERATOR_OIDC_CLIENT_ID: 'console',
          OPERATOR_OIDC_CLIENT_SECRET: 'secret of the console',
          OPERATOR_OIDC_SIGN_OUT: 'on',
          OPERATOR_OIDC_ALLOWED_EMAILS: 'ana@empresa.example:support',
        })
        stops.push(() => service.stop())
        const redirectUri = `${service.origin}/console/oidc/callback`
        const signedOutUri = `${service.origin}/console/sign-in`
        provider = await startOpenIdProvider({ redirectUri, signedOutUri, people: PEOPLE, port })
        stops.push(() => provider.stop())
        seeded = await seed(service)
      })
      afterAll(async () => {
        for (const stop of stops.reverse()) await stop()
      })
      afterEach(async () => {
        for (const context of contexts.splice(0)) await context.close()
        expect(problems.splice(0)).toEqual([])
      })

      const open = async (path: string, { origin = service.origin, ...look }: Look = {}, role?: Role) => {
        const storageState = role && sessions[role]
        const context = await browser.newContext({
          locale: 'pt-BR',
          viewport: DESKTOP,
          timezoneId: 'America/Sao_Paulo',
          reducedMotion: 'reduce',
          ...look,
          baseURL: origin,
          ...(storageState && { storageState }),
        })
        contexts.push(context)
        context.setDefaultTimeout(ACTION_TIMEOUT_MS)
        const page = await context.newPage()
        watchPage(page, origin, problems, provider.issuer)
        await page.goto(path)
        return page
      }
      const openAs: Console['openAs'] = async (role, path, look) => {
        if (!sessions[role]) {
          const page = await open(await service.createLink(role))
          await page.getByRole('button', { name: 'Entrar no console' }).click()
          await page.getByRole('heading', { name: 'Hoje' }).waitFor()
          // Later pages of the role reuse the session.
          sessions[role] = await page.context().storageState()
        }
        return open(path, look, role)
      }
      const signInAtProvider: Console['signInAtProvider'] = async (page, person) => {
        await page.getByRole('link', { name: 'Entrar com a conta da empresa' }).click()
        await page.getByPlaceholder('Enter any login').fill(person)
        await page.getByPlaceholder('and password').fill('any password')
        await page.getByRole('button', { name: 'Sign-in' }).click()
        await page.waitForURL(`${service.origin}/**`)
      }
      tests(() => ({ service, ...seeded, open, openAs, signInAtProvider }))
    },
  )
