import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { PASSWORD, PortalService, type PortalUser } from './portal-service.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
const ANSWER_WITHIN_MS = 10_000
/** A page does much that takes time where other tests run beside it. */
const TEST_WITHIN_MS = 60_000

export interface Look {
  locale?: 'pt-BR' | 'en'
  colorScheme?: 'light' | 'dark'
  viewport?: { width: number; height: number }
}

const DESKTOP = { width: 1280, height: 860 }
export const PHONE = { width: 375, height: 740 }

/** A started service, and a real browser that opens it. */
export interface Portal {
  service: PortalService
  /** A browser of its own, as far as a page can tell. */
  open: (path: string, look?: Look) => Promise<Page>
  /** The same, once somebody has signed in on the page. */
  openAs: (user: PortalUser, path: string, look?: Look) => Promise<Page>
}

/**
 * Tests in a browser, skipped where there is none. After each of them, no page has asked anyone but the service for
 * anything, run into its own security policy, or failed without showing it.
 */
export const describePortal = (name: string, settings: Record<string, string>, tests: (portal: () => Portal) => void) =>
  describe.skipIf(CHROMIUM === undefined)(
    `${name}${CHROMIUM ? '' : ' (no chromium on this machine)'}`,
    { timeout: TEST_WITHIN_MS },
    () => {
      let browser: Browser
      let service: PortalService
      const contexts: BrowserContext[] = []
      const faults: string[] = []

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
        expect(faults.splice(0)).toEqual([])
      })

      const open: Portal['open'] = async (path, { locale = 'pt-BR', ...look } = {}) => {
        const options = { viewport: DESKTOP, timezoneId: 'America/Sao_Paulo', reducedMotion: 'reduce' as const }
        const context = await browser.newContext({ ...options, locale, ...look, baseURL: service.origin })
        contexts.push(context)
        context.setDefaultTimeout(ANSWER_WITHIN_MS)
        const page = await context.newPage()
        watch(page, service.origin, faults)
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

function watch(page: Page, origin: string, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message))
  page.on('console', (message) => {
    // What the service refuses, and a dead network, are listed by the browser itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin) faults.push(request.url())
  })
}

/** Fills in the sign-in form, on a page of its own or above another, in either language. */
export async function signIn(page: Page, email: string | undefined, password = PASSWORD): Promise<void> {
  if (email !== undefined) await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel(/^(Senha|Password)$/).fill(password)
  await page.getByRole('button', { name: /^(Entrar|Sign in)$/ }).click()
}
