import { fileURLToPath } from 'node:url'
import { findPageProblems, measureLayoutShift } from '@partner-accounts/local-servers/browser'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type Console, DESKTOP, waitUntilDialogCloses, PHONE } from './browser.ts'
import { ACCOUNT_WITH_REJECTED_EMAIL } from './seed.ts'

/** Folder for the screenshots that people review before a release. It is not in git. */
const FOLDER = fileURLToPath(new URL('../screenshots/', import.meta.url))

/** Each size and each theme once. The gallery's page of components is checked in all combinations. */
const LOOKS = [
  { viewport: DESKTOP, theme: 'light' },
  { viewport: PHONE, theme: 'dark' },
] as const

/** Checks a page on a light desktop and a dark phone. If SCREENSHOTS is set, saves a screenshot of each. */
export async function checkScreens(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? DESKTOP
  for (const { viewport, theme } of LOOKS) {
    await page.setViewportSize(viewport)
    await page.evaluate((chosen) => {
      document.documentElement.dataset['theme'] = chosen
    }, theme)
    if (process.env['SCREENSHOTS']) {
      await page.screenshot({ path: `${FOLDER}${name}-${viewport.width}-${theme}.png` })
    }
    expect(await findPageProblems(page), `${name}, ${viewport.width} pixels, ${theme}`).toEqual([])
  }
  await page.setViewportSize(size)
}

export function testScreens(getConsole: () => Console): void {
  it('Every page of the console has no accessibility violations that axe finds', async () => {
    const { open, openAs, users, ids } = getConsole()
    await checkScreens(await open('/console/sign-in'), 'sign-in')
    const page = await openAs('admin', '/console')
    const visit = async (path: string, name: string, selector: string) => {
      await page.goto(`/console${path}`)
      await page.locator(selector).first().waitFor()
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
      await checkScreens(page, name)
    }
    await visit('', 'today', 'tbody tr')
    await visit('/partners?test=true', 'partners', 'tbody .badge-caution')
    await visit(`/partners/${users[0]?.partnerId}`, 'partner', '.facts')
    await visit('/users', 'users', 'tbody tr')
    await visit(`/users/${users[0]?.id}`, 'user', '.facts')
    await visit('/accounts', 'accounts', 'tbody tr')
    await visit(`/accounts/${ids[ACCOUNT_WITH_REJECTED_EMAIL]}`, 'account', '.facts')
    await visit('/subscriptions?status=pending', 'subscriptions', 'tbody tr')
    await visit('/coupons', 'coupons', 'tbody tr')
    await visit('/coupons/VERAO26', 'coupon', '.facts')
    await visit('/mails', 'mails', 'tbody tr')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.locator('.facts').waitFor()
    await checkScreens(page, 'mail')
    await visit('/webhooks', 'webhooks', '.card')
    await visit('/audit', 'audit', 'tbody tr')
    await visit('/limits', 'limits', '.choices')
    await visit('/operators', 'operators', 'tbody tr')
    await visit('/nowhere', 'not-found', '.empty')
  })

  it('The first page of the console does not jump while it loads', async () => {
    const { openAs } = getConsole()
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await openAs('viewer', '/console/sign-in', { viewport })
      expect(await measureLayoutShift(page, '/console', '.chart')).toBeLessThan(0.05)
    }
  })

  it('Dialogs, menus and the palette of the console have no accessibility violations that axe finds', async () => {
    const { openAs, users, ids } = getConsole()
    const page = await openAs('admin', `/console/partners/${users[0]?.partnerId}`, { locale: 'en' })
    const checkDialog = async (button: string, name: string) => {
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await checkScreens(page, name)
      await page.keyboard.press('Escape')
      await waitUntilDialogCloses(page)
    }
    await checkDialog('Suspend', 'dialog-suspend')
    await checkDialog('Invite user', 'dialog-invite')
    await page.goto(`/console/accounts/${ids[ACCOUNT_WITH_REJECTED_EMAIL]}`)
    await checkDialog('Correct data', 'dialog-correct')
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill('padaria')
    await page.getByRole('option').filter({ hasText: 'Padaria' }).first().waitFor()
    await checkScreens(page, 'palette')
    await page.keyboard.press('Escape')
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Audit' }).waitFor()
    expect(await findPageProblems(page)).toEqual([])
  })
}
