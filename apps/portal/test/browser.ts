import { CHROMIUM, watchPage } from '@partner-accounts/local-servers/browser'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { PASSWORD, PortalService, type PortalUser } from './portal-service.ts'

const ACTION_TIMEOUT_MS = 30_000
/** Generous: other tests run at the same time. */
export const TEST_TIMEOUT_MS = 180_000

export interface Look {
  locale?: 'pt-BR' | 'en'
  colorScheme?: 'light' | 'dark'
  viewport?: { width: number; height: number }
  userAgent?: string
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
 * Defines tests in a browser. They are skipped on machines without Chromium. After each test, no page may have sent a
 * request to another server or one with an input in its URL, violated its own security policy, or thrown an error.
 */
export const describePortal = (name: string, settings: Record<string, string>, tests: (portal: () => Portal) => void) =>
  describe.skipIf(CHROMIUM === undefined)(
    `${name}${CHROMIUM ? '' : ' (no chromium on this machine)'}`,
    { timeout: TEST_TIMEOUT_MS },
    () => {
      let browser: Browser
      let service: PortalService
      const contexts: BrowserContext[] = []
      const problems: string[] = []

      beforeAll(async () => {
        const starting = PortalService.start(settings)
        browser = await chromium.launch({ executablePath: CHROMIUM ?? '' })
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

      const open: Portal['open'] = async (path, { locale = 'pt-BR', ...look } = {}) => {
        const options = { viewport: DESKTOP, timezoneId: 'America/Sao_Paulo', reducedMotion: 'reduce' as const }
        const context = await browser.newContext({ ...options, locale, ...look, baseURL: service.origin })
        contexts.push(context)
        context.setDefaultTimeout(ACTION_TIMEOUT_MS)
        const page = await context.newPage()
        watchPage(page, service.origin, problems)
        await page.goto(path)
        return page
      }
      const openAs: Portal['openAs'] = async (user, path, look) => {
        const page = await open(path, look)
        await signIn(page, user.email)
        await page.getByRole('navigation').first().waitFor()
        return page
      }
      tests(() => ({ service, open, openAs }))
    },
  )

/** Fills in the sign-in form, in either language. */
export async function signIn(page: Page, email: string | undefined, password = PASSWORD): Promise<void> {
  if (email !== undefined) await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel(/^(Senha|Password)$/).fill(password)
  await page.getByRole('button', { name: /^(Entrar|Sign in)$/ }).click()
}
