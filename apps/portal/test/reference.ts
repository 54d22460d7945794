import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Look, Portal } from './browser.ts'
import { checkAccessibility } from './judge.ts'
import { PASSWORD } from './portal-service.ts'
import { sampleAccount } from './sample-account.ts'

const REFERENCE = '/partners/v1/docs'
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

export const testReference = (portal: () => Portal) =>
  describe('The reference page in a browser', () => {
    it.each<[string, Look]>([
      ['Portuguese, light, 390 px', { locale: 'pt-BR', colorScheme: 'light', viewport: PHONE }],
      ['Portuguese, dark, 390 px', { locale: 'pt-BR', colorScheme: 'dark', viewport: PHONE }],
      ['Portuguese, dark, 1440 px', { locale: 'pt-BR', colorScheme: 'dark', viewport: DESKTOP }],
      ['English, light, 1440 px', { locale: 'en', colorScheme: 'light', viewport: DESKTOP }],
    ])('meets WCAG AA and fits the window with everything unfolded: %s', async (_name, look) => {
      const page = await portal().open(REFERENCE, look)
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      // Themes differ in colors only.
      await checkAccessibility(page, look.colorScheme === 'dark' ? ['color-contrast'] : undefined)
    })

    it('signs in, and uses the token to create an account and to read it with its secret', async () => {
      const user = await portal().service.addUser()
      const page = await portal().open(REFERENCE, { locale: 'en', viewport: DESKTOP })
      const signIn = formOf(page, 'Sign in')
      await signIn.getByLabel('email').fill(user.email)
      await signIn.getByLabel('password').fill(PASSWORD)
      await signIn.getByRole('button', { name: 'Send' }).click()
      await signIn.getByText('Status 200').waitFor()

      const create = formOf(page, 'Create an account')
      const account = sampleAccount('Padaria da Referência')
      await create.getByLabel('Request body').fill(JSON.stringify(account))
      const key = await create.getByLabel('Idempotency-Key').inputValue()
      await create.getByRole('button', { name: 'Send' }).click()
      await create.getByText('Status 200').waitFor()
      const secret = create.getByText(/"secret": "pas_/)
      await expect
        .poll(() => secret.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight))
        .toBe(true)
      expect(await create.getByLabel('Idempotency-Key').inputValue()).not.toBe(key)

      const read = formOf(page, 'Read an account')
      await read.getByRole('button', { name: 'Send' }).click()
      await read.getByText('"name": "Padaria da Referência"').waitFor()
      expect(await read.textContent()).toMatch(/"api_token": "pat_/)

      await page.getByRole('button', { name: 'Sign out' }).click()
      await read.getByRole('button', { name: 'Send' }).click()
      await read.getByText('Status 401').waitFor()
    })

    it('finds fields, errors and guides, without regard to accents, and moves to the first result on Enter', async () => {
      const page = await portal().open(REFERENCE, { viewport: DESKTOP })
      await page.keyboard.press('/')
      await page.keyboard.type('paginacao')
      await page.getByRole('region', { name: 'Resultados da busca' }).getByRole('link').first().waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/#paging$/)
      await page.getByRole('searchbox').fill('token')
      const links = page.getByRole('region', { name: 'Resultados da busca' }).getByRole('link')
      await links.nth(1).waitFor()
      const second = await links.nth(1).getAttribute('href')
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
      await expect.poll(() => new URL(page.url()).hash).toBe(second)
      for (const [text, anchor] of [
        ['mobile_phone', '#createPartnerAccount-mobile_phone'],
        ['administrator-email-taken', '#error-88'],
      ] as const) {
        await page.getByRole('searchbox').fill(text)
        const first = page.getByRole('region', { name: 'Resultados da busca' }).getByRole('link').first()
        await expect.poll(() => first.getAttribute('href')).toBe(anchor)
      }
      await page.getByRole('searchbox').fill('xyzzy')
      await page.getByText('Nada encontrado.').waitFor()
    })

    it('shows the chosen language of code samples for every operation, also after a reload, and copies it', async () => {
      const page = await portal().open(REFERENCE, { viewport: DESKTOP })
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('tab', { name: 'curl' }).first().focus()
      for (let tab = 1; tab <= 3; tab++) await page.keyboard.press('ArrowRight')
      await expect.poll(() => page.getByRole('tab', { name: 'Java', exact: true, selected: true }).count()).toBe(6)
      await page.reload()
      const panel = page.getByRole('tabpanel', { name: 'Java', exact: true }).first()
      await panel.getByRole('button', { name: 'Copiar' }).click()
      await panel.getByRole('button', { name: 'Copiado' }).waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toBe(await panel.locator('code').textContent())
      expect(copied).toContain(`${portal().service.origin}/partners/v1/tokens`)
    })

    it('writes what is typed into the code samples', async () => {
      const page = await portal().open(REFERENCE, { locale: 'en', viewport: DESKTOP })
      const textOf = (operation: string) => page.locator(`#sample-${operation}-python code`).textContent()
      await formOf(page, 'Create an account')
        .getByLabel('Request body')
        .fill(JSON.stringify({ ...sampleAccount("D'Ávila <b>"), extra: null }))
      expect(await textOf('createPartnerAccount')).toContain(`"name": "D'Ávila <b>"`)
      expect(await textOf('createPartnerAccount')).toContain('"extra": None')
      await formOf(page, 'Read an account').getByLabel('account_id').fill('1/2')
      expect(await textOf('getPartnerAccount')).toContain('/partner-accounts/1%2F2"')
      await formOf(page, 'List accounts').getByLabel('max_results').fill('7')
      expect(await textOf('listPartnerAccounts')).toContain('max_results=7&page=1')
    })

    it('prints all sections in the light theme, without cutting lines', async () => {
      const page = await portal().open(REFERENCE, { viewport: DESKTOP, colorScheme: 'dark' })
      await page.emulateMedia({ media: 'print' })
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      const state = await page.evaluate(() => ({
        closed: document.querySelectorAll('details:not([open])').length,
        cut: [...document.querySelectorAll('pre')].filter((pre) => pre.scrollWidth > pre.clientWidth).length,
        scheme: getComputedStyle(document.documentElement).colorScheme,
      }))
      expect(state).toEqual({ closed: 0, cut: 0, scheme: 'light' })
      await page.evaluate(() => dispatchEvent(new Event('afterprint')))
      expect(await page.locator('details:not([open])').count()).toBeGreaterThan(20)
    })

    it('switches the language and keeps a chosen theme', async () => {
      const page = await portal().open(REFERENCE, { viewport: DESKTOP, colorScheme: 'light' })
      await page.getByLabel('Tema').selectOption('Escuro')
      await page.getByRole('link', { name: 'English' }).click()
      await page.getByRole('heading', { level: 1, name: 'Partner Accounts API' }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
      await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark')
      await expect.poll(() => page.getByLabel('Theme').inputValue()).toBe('dark')
    })
  })

/** Returns the form that tries an operation. */
const formOf = (page: Page, operation: string) => page.getByRole('form', { name: `Try it: ${operation}` })
