import { describe, expect, it } from 'vitest'
import { expectSignedOut, type Portal, signIn } from './browser.ts'
import { checkScreen } from './check-screen.ts'
import { PASSWORD } from './portal-service.ts'

const NEW_PASSWORD = 'outra frase bem comprida'
/** The service checks five passwords of a user before it limits sign-ins. */
const ATTEMPTS_UNTIL_LIMITED = 6
const WIDE = { viewport: { width: 1440, height: 900 } }
const NARROW = { viewport: { width: 390, height: 844 } }

export const testPasswords = (portal: () => Portal) =>
  describe('passwords', () => {
    it('are replaced by a mailed link, which signs in, when they are forgotten', async () => {
      const { service, open } = portal()
      const user = await service.addUser()
      const invitation = await service.waitForLink(user.email)
      const page = await open('/portal/sign-in', NARROW)
      await page.getByLabel('E-mail', { exact: true }).fill(user.email)
      for (let attempt = 1; attempt <= ATTEMPTS_UNTIL_LIMITED; attempt++) {
        await page.getByLabel('Senha').fill(`errada ${attempt}`)
        const responded = page.waitForResponse(/sessions\.signIn/)
        await page.getByRole('button', { name: 'Entrar' }).click()
        await responded
      }
      await page.getByText('Muitas tentativas').waitFor()
      await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
      await page.getByRole('heading', { name: 'Nova senha' }).waitFor()
      await checkScreen(page, 'forgotten-password-phone')
      expect(await page.getByLabel('E-mail').inputValue()).toBe(user.email)
      await page.getByRole('button', { name: 'Enviar link' }).click()
      await page.getByText('o link chega em instantes').waitFor()
      await page.getByRole('link', { name: 'Voltar para o login' }).click()
      expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe(user.email)

      await expect.poll(() => service.waitForLink(user.email)).not.toBe(invitation)
      await page.goto(await service.waitForLink(user.email))
      await page.getByRole('heading', { name: 'Nova senha' }).waitFor()
      expect(page.url()).not.toContain('token')
      await page.getByLabel('Senha', { exact: true }).fill(NEW_PASSWORD)
      await page.getByLabel('Repita a senha').fill(NEW_PASSWORD)
      await page.getByRole('button', { name: 'Trocar senha' }).click()
      await page.getByRole('heading', { name: 'Contas' }).waitFor()

      await page.goto(await service.waitForLink(user.email))
      await page.getByText('Este link não vale mais').waitFor()
    })

    it('are changed in the profile, which signs out the other browsers', async () => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      const page = await openAs(user, '/portal', WIDE)
      const other = await openAs(user, '/portal/developers')
      await page.getByRole('button', { name: 'Ana Souza' }).click()
      await page.getByRole('link', { name: 'Meu perfil' }).click()
      await page.getByRole('heading', { name: 'Meu perfil' }).waitFor()
      await page.getByText(/^Último uso/).waitFor()
      await checkScreen(page, 'profile-wide')
      const change = async (current: string) => {
        await page.getByLabel('Senha atual').fill(current)
        await page.getByLabel('Nova senha').fill(NEW_PASSWORD)
        await page.getByRole('button', { name: 'Trocar senha' }).click()
      }
      await change('errada')
      await page.getByText('Não é a sua senha atual.').waitFor()
      await change(PASSWORD)
      await page.getByText('Senha trocada.').waitFor()
      await expect.poll(() => page.getByText(/^Último uso/).count()).toBe(0)

      await expectSignedOut(other, user)
      await page.goto('/portal/accounts')
      await page.getByRole('heading', { name: 'Contas' }).waitFor()
    })

    it.each([
      ['its session', 'Encerrar Firefox · Windows'],
      ['all other sessions', 'Encerrar todas as outras'],
    ])('are asked for in another browser after the user has ended %s', async (_which, button) => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      const userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0'
      const other = await openAs(user, '/portal/developers', { userAgent })
      const page = await openAs(user, '/portal/profile', NARROW)
      await page.getByText('Esta sessão').waitFor()
      await page.getByText(/Último uso: (agora|há)/).waitFor()
      await checkScreen(page, 'profile-phone')
      await page.getByRole('button', { name: button }).click()
      await page.getByText('Firefox · Windows').waitFor({ state: 'detached' })
      await page.getByText('Esta sessão').waitFor()
      await expectSignedOut(other, user)
      await signIn(other, undefined)
      await other.getByRole('heading', { name: 'Para desenvolvedores' }).waitFor()
    })
  })
