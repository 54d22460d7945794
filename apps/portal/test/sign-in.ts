import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Portal, signIn } from './browser.ts'
import { checkScreen } from './check-screen.ts'
import { PASSWORD } from './portal-service.ts'

const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

export const testSignIn = (portal: () => Portal) =>
  describe('signing in', () => {
    it('explains a wrong password and a user who is not activated', async () => {
      const { service, open } = portal()
      const user = await service.addUser()
      const { email } = await service.invite()
      const page = await open('/portal/sign-in')
      await page.getByRole('button', { name: 'Entrar' }).click()
      await page.getByText('Informe o e-mail do seu usuário.').waitFor()
      await page.getByText('Informe a sua senha.').waitFor()
      await signIn(page, user.email, 'wrong')
      await page.getByRole('alert').filter({ hasText: 'E-mail ou senha não conferem' }).waitFor()
      await signIn(page, email)
      await page.getByText('ainda não foi ativado. Abra o link do e-mail').waitFor()
    })

    it('sends what a password manager filled in without an event', async () => {
      const { service, open } = portal()
      const user = await service.addUser()
      const page = await open('/portal/sign-in')
      const fill = (label: string, text: string) =>
        page.getByLabel(label, { exact: true }).evaluate((input: HTMLInputElement, value) => {
          input.value = value
        }, text)
      await fill('E-mail', user.email)
      await fill('Senha', 'wrong')
      await page.getByRole('button', { name: 'Entrar' }).click()
      await page.getByRole('alert').filter({ hasText: 'E-mail ou senha não conferem' }).waitFor()
      expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe(user.email)
      await fill('Senha', PASSWORD)
      await page.getByRole('button', { name: 'Entrar' }).click()
      await page.getByRole('navigation').first().waitFor()
    })

    it('reports blocked cookies', async () => {
      const page = await portal().open('/portal/nowhere')
      const devTools = await page.context().newCDPSession(page)
      await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: true })
      await page.goto('/portal/sign-in')
      await page.getByRole('alert').filter({ hasText: 'bloqueia os cookies' }).waitFor()
    })

    it('returns to the page that was open before signing out', async () => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      const page = await openAs(user, '/portal/accounts?page=2')
      expect(pathOf(page)).toBe('/portal/accounts?page=2')
      await page.getByRole('button', { name: 'Ana Souza' }).click()
      await page.getByRole('button', { name: 'Sair' }).click()
      await page.getByText('Você saiu.').waitFor()
      await signIn(page, user.email, 'wrong')
      await page.getByRole('alert').filter({ hasText: 'E-mail ou senha não conferem' }).waitFor()
      expect(await page.getByText('Você saiu.').count()).toBe(0)
      await signIn(page, user.email)
      await page.getByRole('navigation').first().waitFor()
      expect(pathOf(page)).toBe('/portal/accounts?page=2')
    })

    it('applies to all tabs of a browser, as does signing out, and shows scripts neither a password nor a token', async () => {
      const { service, openAs, open } = portal()
      const page = await openAs(await service.addUser(), '/portal')
      const stored = await page.evaluate(
        () => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage }) + document.cookie,
      )
      // Neither a JWT nor the password.
      expect(stored).not.toMatch(/eyJ|correct horse/)
      expect(await page.context().cookies()).toMatchObject([
        { name: 'portal-session', path: '/', httpOnly: true, sameSite: 'Strict' },
      ])
      await page.reload()
      await page.getByRole('navigation').first().waitFor()
      const tab = await page.context().newPage()
      await tab.goto(`${service.origin}/portal/developers`)
      await tab.getByRole('heading', { name: 'Para desenvolvedores' }).waitFor()

      await page.getByRole('button', { name: 'Ana Souza' }).click()
      await page.getByRole('button', { name: 'Sair' }).click()
      await tab.getByText('Você saiu.').waitFor()

      // Another browser does not report that the user has signed out.
      const other = await open('/portal/accounts')
      await other.getByRole('heading', { name: 'Entrar' }).waitFor()
      expect(await other.getByText('Você saiu.').count()).toBe(0)
    })

    it('asks for the password above the page when the session has ended, and then continues in all tabs', async () => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      const page = await openAs(user, '/portal/accounts/new')
      const tab = await page.context().newPage()
      await page.context().clearCookies()
      await tab.goto(`${service.origin}/portal/developers`)
      await tab.getByRole('alertdialog', { name: 'Sua sessão terminou' }).waitFor()
      await page.reload()
      await page.getByRole('alertdialog', { name: 'Sua sessão terminou' }).waitFor()
      await checkScreen(page, 'sign-in-again')
      await signIn(page, undefined)
      await page.getByRole('heading', { name: 'Nova conta' }).waitFor()
      await tab.getByRole('heading', { name: 'Para desenvolvedores' }).waitFor()
    })

    it('ends the session in a tab when another user signs in in a different tab', async () => {
      const { service, openAs } = portal()
      const ana = await service.addUser()
      const bia = await service.addUser({ name: 'Bia Lima' })
      const page = await openAs(ana, '/portal/developers')
      const tab = await page.context().newPage()
      // This tab gets no events of other tabs, so it shows the first user until its next request.
      await tab.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation(), true))
      await tab.goto(`${service.origin}/portal/developers`)
      await tab.getByRole('heading', { name: 'Para desenvolvedores' }).waitFor()
      await page.getByRole('button', { name: 'Ana Souza' }).click()
      await page.getByRole('button', { name: 'Sair' }).click()
      await signIn(page, bia.email)
      await page.getByRole('button', { name: 'Bia Lima' }).waitFor()

      await tab.getByRole('link', { name: 'Contas', exact: true }).click()
      await tab.getByRole('alertdialog', { name: 'Sua sessão terminou' }).waitFor()
    })
  })
