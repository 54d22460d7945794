import { measureLayoutShift } from '@partner-accounts/local-servers/browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Look, PHONE, type Portal } from './browser.ts'
import { checkScreen } from './check-screen.ts'
import type { PortalUser } from './portal-service.ts'
import { NAMES } from './sample-names.ts'

/** Each size, theme and language once. The gallery's page of components is checked in all sizes and themes. */
const LOOKS: Record<string, Look> = {
  desktop: { colorScheme: 'light' },
  phone: { colorScheme: 'dark', viewport: PHONE, locale: 'en' },
}

/** A row of a loaded table. Tables that are loading have rows, too, but are hidden from screen readers. */
const LOADED_ROW = 'tbody:not([aria-hidden] *) tr'

export const testScreens = (portal: () => Portal) =>
  describe('every page', () => {
    let user: PortalUser
    let account: string
    let activationLink: string
    beforeAll(async () => {
      const { service } = portal()
      user = await service.addUser()
      account = (await service.addAccounts(user, NAMES)).at(-1)?._id ?? ''
      activationLink = (await service.invite()).link
      // Fills the request log with successful and rejected requests.
      const rest = `${service.origin}/partners/v1/partner-accounts`
      const headers = { authorization: `Bearer ${await service.tokenOf(user)}` }
      for (const path of ['', '?page=2', `/${account}`, '/52998224725', '/1', '/1/2']) {
        await fetch(`${rest}${path}`, { headers })
      }
    })

    it.each(Object.entries(LOOKS))('has no accessibility violations that axe finds: %s', async (name, look) => {
      const { open, openAs } = portal()
      const signIn = await open('/portal/sign-in', look)
      await signIn.locator('form').waitFor()
      await checkScreen(signIn, `sign-in-${name}`)
      const activation = await open(activationLink, look)
      await activation.locator('input[name=password]').fill('uma frase boa')
      await checkScreen(activation, `activation-${name}`)

      const page = await openAs(user, '/portal/accounts', look)
      await page.getByRole('table').getByRole('link').first().waitFor()
      await checkScreen(page, `accounts-${name}`)
      const visit = async (path: string, screen: string, selector: string) => {
        await page.goto(path)
        await page.locator(selector).first().waitFor()
        await checkScreen(page, `${screen}-${name}`)
      }
      await visit(`/portal/accounts/${account}`, 'account', '.facts')
      await visit('/portal/accounts/new', 'new-account', 'form')
      await page.locator('form button[type=submit]').click()
      await checkScreen(page, `new-account-errors-${name}`)
      await visit('/portal/import', 'import', '.step')
      await visit('/portal/developers', 'developers', '.code')
      await visit('/portal/developers/requests', 'requests', LOADED_ROW)
      await visit('/portal/nowhere', 'not-found', '.empty')
      await page.locator('.account-button').click()
      await page.locator('.menu').waitFor()
      await checkScreen(page, `menu-${name}`)
    })

    it('loads at most 200 kB of compressed scripts for the first page', async () => {
      const page = await portal().openAs(user, '/portal/accounts')
      await page.getByRole('table').getByRole('link').first().waitFor()
      await page.reload({ waitUntil: 'networkidle' })
      const bytes = await page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      )
      expect(bytes).toBeGreaterThan(100_000)
      expect(bytes).toBeLessThanOrEqual(200_000)
    })

    it.each(['accounts', 'developers/requests', 'team'])(
      'does not jump while /portal/%s loads on a phone',
      async (path) => {
        const manager = await portal().service.addUser({
          partnerId: user.partnerId,
          permissions: ['accounts:read', 'accounts:create', 'users:manage'],
        })
        const page = await portal().openAs(manager, '/portal/profile', { viewport: PHONE })
        expect(await measureLayoutShift(page, `/portal/${path}`, LOADED_ROW)).toBeLessThan(0.05)
      },
    )

    it('is not indexed, and can be installed', async () => {
      const page = await portal().open('/portal/sign-in')
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
      const manifest = await page.request.get(
        await page.locator('link[rel=manifest]').evaluate((link: HTMLLinkElement) => link.href),
      )
      expect(manifest.headers()['content-type']).toBe('application/manifest+json')
      const { icons } = (await manifest.json()) as { icons: { src: string }[] }
      const icon = await page.request.get(new URL(icons[0]!.src, manifest.url()).href)
      expect(icon.headers()['content-type']).toBe('image/png')
    })
  })
