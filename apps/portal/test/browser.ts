import { type BrowserProgram, CHROMIUM, watchPage } from '@partner-accounts/local-servers/browser'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { SESSION_KEY, type SignedInUser } from '../src/service/session-keeper.ts'
import { PASSWORD, PortalService, type PortalUser } from './portal-service.ts'

const ACTION_TIMEOUT_MS = 60_000

export interface Look {
  locale?: 'pt-BR' | 'en'
  colorScheme?: 'light' | 'dark'
  viewport?: { width: number; height: number }
  userAgent?: string
}

interface TestBrowser {
  name: string
  /** `undefined` if the machine does not have it. */
  program: BrowserProgram | undefined
}

const INSTALLED_BROWSER: TestBrowser = {
  name: 'chromium',
  program: CHROMIUM === undefined ? undefined : { executablePath: CHROMIUM },
}
const DESKTOP = { width: 1280, height: 860 }
export const PHONE = { width: 375, height: 740 }

/** A running service and a real browser. */
export interface Portal {
  service: PortalService
  /** Opens a page in a new browser context. */
  open: (path: string, look?: Look) => Promise<Page>
  /** Opens a page in a new browser context and signs in. */
  openAs: (user: PortalUser, path: string, look?: Look) => Promise<Page>
}

/**
 * Defines tests in a browser. They are skipped on machines without the browser. A test fails if one of its pages sends a
 * request to another server, puts an input into a URL, violates its security policy, or throws an error.
 *
 * @param tests get a function, because the service and the browser start after the tests are defined
 * @param testBrowser default: the machine's Chromium
 */
export const describePortal = (
  name: string,
  settings: Record<string, string>,
  tests: (portal: () => Portal) => void,
  testBrowser = INSTALLED_BROWSER,
) =>
  describe.skipIf(testBrowser.program === undefined)(
    `${name}${testBrowser.program ? '' : ` (no ${testBrowser.name} on this machine)`}`,
    () => {
      let browser: Browser
      let service: PortalService
      const contexts: BrowserContext[] = []
      const problems: string[] = []

      beforeAll(async () => {
        const starting = PortalService.start(settings)
        browser = await chromium.launch(testBrowser.program)
        service = await starting
      })
      afterAll(async () => {
        await browser.close()
        await service.stop()
      })
      afterEach(async () => {
        for (const context of contexts.splice(0)) await context.close()
        expect(problems.splice(0)).toEqual([])
      })

      const newContext = async ({ locale = 'pt-BR', ...look }: Look = {}, signedIn?: SignedInUser) => {
        const localStorage = signedIn ? [{ name: SESSION_KEY, value: JSON.stringify(signedIn) }] : []
        const context = await browser.newContext({
          viewport: DESKTOP,
          timezoneId: 'America/Sao_Paulo',
          reducedMotion: 'reduce',
          locale,
          ...look,
          baseURL: service.origin,
          storageState: { cookies: [], origins: [{ origin: service.origin, localStorage }] },
        })
        contexts.push(context)
        context.setDefaultTimeout(ACTION_TIMEOUT_MS)
        return context
      }
      const openIn = async (context: BrowserContext, path: string) => {
        const page = await context.newPage()
        watchPage(page, service.origin, problems)
        await page.goto(path)
        return page
      }
      const open: Portal['open'] = async (path, look) => openIn(await newContext(look), path)
      // Signs in with a request, because the form takes a second. sign-in.ts tests the form.
      const openAs: Portal['openAs'] = async ({ id, email }, path, look) => {
        const context = await newContext(look, { userId: id, email, signedInAt: Date.now() })
        const request = { headers: { 'x-session': 'portal' }, data: { email, password: PASSWORD } }
        expect((await context.request.post('/trpc/sessions.signIn', request)).status()).toBe(200)
        const page = await openIn(context, path)
        await page.getByRole('navigation').first().waitFor()
        return page
      }
      tests(() => ({ service, open, openAs }))
    },
  )

/**
 * Fills in the sign-in form, in either language, and submits it.
 *
 * @param email `undefined` if the page shows it and asks only for the password
 */
export async function signIn(page: Page, email: string | undefined, password = PASSWORD): Promise<void> {
  if (email !== undefined) await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel(/^(Senha|Password)$/).fill(password)
  await page.getByRole('button', { name: /^(Entrar|Sign in)$/ }).click()
}

/** Waits until the service, which caches sessions for a few seconds, rejects the session. The page then asks for the password. */
export async function expectSignedOut(page: Page, { id }: PortalUser): Promise<void> {
  const request = { headers: { 'x-session': 'portal', 'x-session-user': id }, data: {} }
  await expect
    .poll(async () => (await page.context().request.post('/trpc/sessions.getCurrent', request)).status())
    .toBe(401)
  await page.reload()
  await page.getByRole('alertdialog', { name: 'Sua sessão terminou' }).waitFor()
}
