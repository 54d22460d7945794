import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Look, Portal } from './browser.ts'
import { checkAccessibility } from './check-screen.ts'
import { PASSWORD } from './portal-service.ts'
import { sampleAccount } from './sample-account.ts'

const REFERENCE = '/partners/v1/docs'
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

export const testReference = (portal: () => Portal) =>
  describe('The reference in a browser', () => {
    it.each<[string, string, Look]>([
      ['the overview, light, 390 px', '', { locale: 'pt-BR', colorScheme: 'light', viewport: PHONE }],
      [
        'an operation, light, 390 px',
        '/createPartnerAccount',
        { locale: 'pt-BR', colorScheme: 'light', viewport: PHONE },
      ],
      [
        'an operation, dark, 390 px',
        '/createPartnerAccount',
        { locale: 'pt-BR', colorScheme: 'dark', viewport: PHONE },
      ],
      ['the errors, light, 390 px', '/errors', { locale: 'en', colorScheme: 'light', viewport: PHONE }],
      ['the limits, dark, 390 px', '/limits', { locale: 'en', colorScheme: 'dark', viewport: PHONE }],
      [
        'an operation, dark, 1440 px',
        '/createPartnerAccount',
        { locale: 'pt-BR', colorScheme: 'dark', viewport: DESKTOP },
      ],
      ['the overview, dark, 1440 px', '', { locale: 'pt-BR', colorScheme: 'dark', viewport: DESKTOP }],
      ['the events, light, 1440 px', '/events', { locale: 'en', colorScheme: 'light', viewport: DESKTOP }],
      ['an operation, light, 1440 px', '/listEvents', { locale: 'en', colorScheme: 'light', viewport: DESKTOP }],
    ])('meets WCAG AA and fits the window with everything unfolded: %s', async (_name, path, look) => {
      const page = await portal().open(`${REFERENCE}${path}`, look)
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details:not(.menu)')) details.setAttribute('open', '')
      })
      // Themes differ in colors only, so only their contrast is checked in the dark theme.
      await checkAccessibility(page, look.colorScheme === 'dark' ? ['color-contrast'] : undefined)
    })

    it('works in a browser that blocks storage', async () => {
      const page = await portal().open('/portal/sign-in')
      await page.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      })
      await page.goto(REFERENCE)
      await page.getByLabel('Tema').selectOption('Escuro')
      await page.getByLabel('Buscar na documentação').fill('cep')
      await page.getByText(/\d+ resultados/).waitFor()
    })

    it('signs in, and uses the token on other pages to create an account and to read it with its secret', async () => {
      const user = await portal().service.addUser()
      const page = await portal().open(`${REFERENCE}/createToken`, { locale: 'en', viewport: DESKTOP })
      const signIn = formOf(page, 'Sign in')
      await signIn.getByLabel('email').fill(user.email)
      await signIn.getByLabel('password').fill(PASSWORD)
      await signIn.getByRole('button', { name: 'Send' }).click()
      await signIn.getByText('Status 200').waitFor()

      await openPage(page, 'Create an account')
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

      await openPage(page, 'Read an account')
      const read = formOf(page, 'Read an account')
      await read.getByRole('button', { name: 'Send' }).click()
      await read.getByText('"name": "Padaria da Referência"').waitFor()
      expect(await read.textContent()).toMatch(/"api_token": "pat_/)

      await page.getByRole('button', { name: 'Sign out' }).click()
      await read.getByRole('button', { name: 'Send' }).click()
      await read.getByText('Status 401').waitFor()
      await page.reload()
      expect(await read.getByLabel('X-Secret').inputValue()).toBe('')
    })

    it('finds fields, errors and guides, without regard to accents, and opens the first result on Enter', async () => {
      const page = await portal().open(REFERENCE, { viewport: DESKTOP })
      const links = page.getByRole('region', { name: 'Resultados da busca' }).getByRole('link')
      await page.keyboard.press('/')
      await page.keyboard.type('paginacao')
      await links.first().waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/docs\/paging\?lang=pt-BR$/)
      await page.getByRole('searchbox').fill('token')
      await links.nth(1).waitFor()
      const second = await links.nth(1).evaluate((link: HTMLAnchorElement) => link.href)
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
      await expect.poll(() => page.url()).toBe(second)
      for (const [text, target] of [
        ['cep', 'createPartnerAccount?lang=pt-BR#createPartnerAccount-company_doc.address.cep'],
        ['administrator-email-taken', 'errors?lang=pt-BR#error-88'],
      ] as const) {
        await page.getByRole('searchbox').fill(text)
        await expect.poll(() => links.first().getAttribute('href')).toContain(target)
      }
      await page.getByRole('searchbox').fill('xyzzy')
      await page.getByText('Nada encontrado.').waitFor()
    })

    it('leads from anchors of the former single page to their pages, and unfolds what contains the target', async () => {
      const page = await portal().open(`${REFERENCE}#error-113`, { viewport: DESKTOP })
      await page.waitForURL(/docs\/errors\?lang=pt-BR#error-113$/)
      await page.goto(`${portal().service.origin}${REFERENCE}?lang=en#getPartnerAccount-X-Secret`)
      await page.waitForURL(/docs\/getPartnerAccount\?lang=en#getPartnerAccount-X-Secret$/)
      await page.goto(`${portal().service.origin}${REFERENCE}#listPartnerAccounts-200-_links.next.href`)
      await page.waitForURL(/docs\/listPartnerAccounts/)
      await expect
        .poll(() =>
          page.locator('[id="listPartnerAccounts-200-_links.next.href"]').evaluate((field) => {
            const { top, bottom } = field.getBoundingClientRect()
            return field.checkVisibility() && top > 0 && bottom <= innerHeight
          }),
        )
        .toBe(true)
    })

    it('keeps its header in view on a phone, and scrolls a wide table inside its box', async () => {
      const page = await portal().open(`${REFERENCE}/limits`, { viewport: PHONE })
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
      expect(await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().top)).toBe(0)
      const table = page.locator('.table').first()
      const box = await table.evaluate(({ scrollWidth, clientWidth }) => ({
        isScrolled: scrollWidth > clientWidth,
        isInWindow: clientWidth <= innerWidth,
      }))
      expect(box).toEqual({ isScrolled: true, isInWindow: true })
      await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
      const lastCell = table.locator('td:nth-child(3)').first()
      expect(await lastCell.evaluate((cell) => cell.getBoundingClientRect().right <= innerWidth)).toBe(true)
    })

    it('shows the chosen language of code samples for every operation, also on other pages, and copies it', async () => {
      const page = await portal().open(`${REFERENCE}/createPartnerAccount`, { viewport: DESKTOP })
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('tab', { name: 'curl' }).focus()
      for (let tab = 1; tab <= 3; tab++) await page.keyboard.press('ArrowRight')
      await page.getByRole('tab', { name: 'Java', exact: true, selected: true }).waitFor()
      await openPage(page, 'Entrar')
      const panel = page.getByRole('tabpanel', { name: 'Java', exact: true })
      await panel.getByRole('button', { name: 'Copiar' }).click()
      await panel.getByRole('button', { name: 'Copiado' }).waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toBe(await panel.locator('code').textContent())
      expect(copied).toContain(`${portal().service.origin}/partners/v1/tokens`)
    })

    it('writes what is typed into the code samples', async () => {
      const page = await portal().open(`${REFERENCE}/createPartnerAccount`, { locale: 'en', viewport: DESKTOP })
      const textOf = (operation: string) => page.locator(`#sample-${operation}-python code`).textContent()
      await formOf(page, 'Create an account')
        .getByLabel('Request body')
        .fill(JSON.stringify({ ...sampleAccount("D'Ávila <b>"), extra: null }))
      expect(await textOf('createPartnerAccount')).toContain(`"name": "D'Ávila <b>"`)
      expect(await textOf('createPartnerAccount')).toContain('"extra": None')
      await openPage(page, 'Read an account')
      await formOf(page, 'Read an account').getByLabel('account_id').fill('1/2')
      expect(await textOf('getPartnerAccount')).toContain('/partner-accounts/1%2F2"')
      await openPage(page, 'List accounts')
      await formOf(page, 'List accounts').getByLabel('max_results').fill('7')
      expect(await textOf('listPartnerAccounts')).toContain('max_results=7&page=1')
    })

    it('asks for the e-mail of the code samples once for all pages', async () => {
      const page = await portal().open(`${REFERENCE}/listPartnerAccounts`, { locale: 'en', viewport: DESKTOP })
      const textOf = (operation: string) => page.locator(`#sample-${operation}-javascript code`).textContent()
      await page.getByLabel('Your e-mail, for the samples').fill("ana.o'neil@empresa.example")
      expect(await textOf('listPartnerAccounts')).toContain(`email: "ana.o'neil@empresa.example"`)
      await openPage(page, 'Sign in')
      // The page's script runs after its heading is shown.
      await expect
        .poll(() => page.locator('#sample-createToken-curl code').textContent())
        .toContain(`{"email": "ana.o'neil@empresa.example",`)
      await formOf(page, 'Sign in').getByLabel('email').fill('bia@empresa.example')
      await openPage(page, 'Create an account')
      await page.getByLabel('Your e-mail, for the samples').waitFor()
      await expect.poll(() => textOf('createPartnerAccount')).toContain(`email: 'bia@empresa.example'`)
    })

    it('prints all sections of a page in the light theme, without cutting lines', async () => {
      const page = await portal().open(`${REFERENCE}/createPartnerAccount`, { viewport: DESKTOP, colorScheme: 'dark' })
      await page.emulateMedia({ media: 'print' })
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      const state = await page.evaluate(() => ({
        closed: document.querySelectorAll('details:not([open])').length,
        cut: [...document.querySelectorAll('pre')].filter((pre) => pre.scrollWidth > pre.clientWidth).length,
        scheme: getComputedStyle(document.documentElement).colorScheme,
      }))
      expect(state).toEqual({ closed: 0, cut: 0, scheme: 'light' })
      await page.evaluate(() => dispatchEvent(new Event('afterprint')))
      expect(await page.locator('details:not([open])').count()).toBeGreaterThan(10)
    })

    it('switches the language of a page, and keeps a chosen theme', async () => {
      const page = await portal().open(`${REFERENCE}/errors`, { viewport: DESKTOP, colorScheme: 'light' })
      await page.getByLabel('Tema').selectOption('Escuro')
      await page.getByRole('link', { name: 'English' }).click()
      await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
      await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark')
      await expect.poll(() => page.getByLabel('Theme').inputValue()).toBe('dark')
    })
  })

/** Follows a link of the navigation to another page of the reference. */
async function openPage(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: title }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** Returns the form that tries an operation. */
const formOf = (page: Page, operation: string) => page.getByRole('form', { name: `Try it: ${operation}` })
