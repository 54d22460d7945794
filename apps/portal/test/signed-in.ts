import { describe, expect, it } from 'vitest'
import { expectSignedOut, type Portal, signIn } from './browser.ts'
import { checkScreen } from './check-screen.ts'
import { PASSWORD, type PortalService, type PortalUser } from './portal-service.ts'

/** Waits until a suspension or its end applies to a signed-in user: the service caches permissions for a few seconds. */
async function waitUntilSuspended(service: PortalService, user: PortalUser, isSuspended: boolean): Promise<void> {
  const isRejected = async () => {
    try {
      await service.accountsOf(user).list.query()
      return false
    } catch {
      return true
    }
  }
  await expect.poll(isRejected).toBe(isSuspended)
}

/** `--ground` of the dark theme in packages/ui/src/design/tokens.css. */
const DARK_BACKGROUND = 'rgb(18, 22, 21)'

export const testSignedIn = (portal: () => Portal) =>
  describe('signed-in users', () => {
    describe('permissions', () => {
      it('hide what a viewer is not allowed to do', async () => {
        const { service, openAs } = portal()
        const user = await service.addUser({ permissions: ['accounts:read'] })
        const page = await openAs(user, '/portal/accounts')
        await page.getByText('Quando alguém da sua revenda criar uma conta').waitFor()
        // An icon and a space precede each name.
        expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([' Contas', ' API'])
        expect(await page.getByRole('link', { name: /Nova conta|Importar/ }).count()).toBe(0)
        for (const path of ['/portal/accounts/new', '/portal/import']) {
          await page.goto(path)
          await page.getByRole('heading', { name: 'Seu usuário não pode criar contas' }).waitFor()
        }
      })

      it('open the form, and hide links to other pages, for a user who may only create accounts', async () => {
        const { service, openAs } = portal()
        const page = await openAs(await service.addUser({ permissions: ['accounts:create'] }), '/portal')
        await page.getByRole('heading', { name: 'Nova conta' }).waitFor()
        expect(await page.getByRole('link', { name: 'Contas' }).count()).toBe(0)
      })

      it.each([
        ['webhooks:manage', 'Webhooks'],
        ['users:manage', 'Equipe'],
      ] as const)('open the page of the only permission: %s', async (permission, heading) => {
        const { service, openAs } = portal()
        const page = await openAs(await service.addUser({ permissions: [permission] }), '/portal')
        await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      })

      it('are explained when the user has none', async () => {
        const { service, openAs } = portal()
        const page = await openAs(await service.addUser({ permissions: [] }), '/portal/accounts')
        await page.getByRole('heading', { name: 'Seu usuário não pode ver contas' }).waitFor()
        await checkScreen(page, 'no-rights')
      })

      it('are withdrawn with an explanation while the partner is suspended', async () => {
        const { service, openAs } = portal()
        const user = await service.addUser()
        const [account] = await service.addAccounts(user, ['Padaria Estrela Ltda'])
        const page = await openAs(user, '/portal/accounts')
        // Typing starts a search, too. Its response must arrive before the suspension, so that the button is the first to show it.
        const typed = page.waitForResponse((response) => response.request().postData()?.includes(account!._id) === true)
        await page.getByRole('searchbox').fill(account!._id)
        await typed
        await service.internal.partners.suspend.mutate({ id: user.partnerId })
        await waitUntilSuspended(service, user, true)
        await page.getByRole('button', { name: 'Buscar', exact: true }).click()
        await page.getByRole('heading', { name: 'A parceria de Revenda Estrela está suspensa' }).waitFor()
        await checkScreen(page, 'suspended')
        await service.internal.partners.resume.mutate({ id: user.partnerId })
        await waitUntilSuspended(service, user, false)
        await page.getByRole('button', { name: 'Verificar de novo' }).click()
        await page.getByRole('searchbox').waitFor()
      })
    })

    describe('everyone', () => {
      it('can sign in and open an account with the keyboard only', async () => {
        const { service, open } = portal()
        const user = await service.addUser()
        await service.addAccounts(user, ['Padaria Estrela Ltda'])
        const page = await open('/portal/sign-in')
        await page.getByRole('heading', { name: 'Entrar' }).waitFor()
        const press = async (...keys: string[]) => {
          for (const key of keys) await page.keyboard.press(key)
        }
        await press('Tab')
        await page.keyboard.type(user.email)
        await press('Tab')
        await page.keyboard.type(PASSWORD)
        await press('Enter')
        await page.getByRole('rowheader', { name: 'Padaria Estrela Ltda' }).waitFor()
        const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
        await page.locator('body').press('Tab')
        for (let steps = 0; (await focused()) !== 'Padaria Estrela Ltda'; steps += 1) {
          expect(steps).toBeLessThan(20)
          await press('Tab')
        }
        await press('Enter')
        await page.getByRole('heading', { name: 'Padaria Estrela Ltda', level: 1 }).waitFor()
      })

      it('can choose language and appearance, which are remembered', async () => {
        const { service, openAs } = portal()
        const page = await openAs(await service.addUser(), '/portal/accounts', { colorScheme: 'light' })
        await page.getByRole('button', { name: 'Ana Souza' }).click()
        await page.getByRole('button', { name: 'English' }).click()
        await page.getByRole('button', { name: 'Dark' }).click()
        await page.reload()
        await page.getByRole('heading', { name: 'Accounts' }).waitFor()
        expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
          DARK_BACKGROUND,
        )
      })

      it('sees how much of the rate limit the partner’s programs use, and code samples for this service', async () => {
        const { service, openAs } = portal()
        const user = await service.addUser()
        const page = await openAs(user, '/portal/developers', { locale: 'en' })
        const meter = page.getByRole('meter', { name: 'Used right now' })
        const used = Number(await meter.getAttribute('aria-valuenow'))
        await service.accountsOf(user).list.query()
        await page.getByRole('button', { name: 'Refresh' }).click()
        await expect.poll(() => meter.getAttribute('aria-valuenow')).toBe(String(used + 1))
        await page.getByText(`${service.origin}/partners/v1/tokens`).waitFor()
        await page.getByRole('button', { name: 'JavaScript (SDK)' }).click()
        await page.getByText("from '@partner-accounts/sdk'").waitFor()
        await page.getByText(`npm install ${service.origin}/partners/v1/sdk-`).waitFor()
        const [reference] = await Promise.all([
          page.context().waitForEvent('page'),
          page.getByRole('link', { name: 'Open the reference' }).click(),
        ])
        await reference.getByRole('heading', { name: 'Partner Accounts API' }).waitFor()
      })

      it('cannot sign in again when disabled', async () => {
        const { service, openAs } = portal()
        const user = await service.addUser()
        const page = await openAs(user, '/portal/developers')
        await service.internal.portalUsers.disable.mutate({ id: user.id })
        await expectSignedOut(page, user)
        await signIn(page, undefined)
        await page.getByText('E-mail ou senha não conferem').waitFor()
      })
    })
  })
