import { describe, expect, it } from 'vitest'
import type { Portal } from './browser.ts'
import { PASSWORD } from './portal-service.ts'

export const testActivation = (portal: () => Portal) =>
  describe('activation', () => {
    it('sets the password, signs in, and removes the token from the address', async () => {
      const { service, open } = portal()
      const { email, link } = await service.invite({ name: 'Bia Lima' })
      const page = await open(link)
      expect(new URL(page.url()).search).toBe('')
      await page.getByText(`Bia Lima (${email}), Revenda Estrela`).waitFor()
      expect(await page.locator('form input[autocomplete=username]').inputValue()).toBe(email)

      await page.getByLabel('Senha', { exact: true }).fill('curta')
      await page.getByText('fraca').waitFor()
      await page.getByLabel('Repita a senha').fill('outra')
      await page.getByRole('button', { name: 'Ativar' }).click()
      await page.getByText('Use de 12 a 256 caracteres.').waitFor()
      await page.getByText('As duas senhas são diferentes.').waitFor()

      await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
      await page.getByText('forte').waitFor()
      await page.getByLabel('Repita a senha').fill(PASSWORD)
      await page.getByRole('button', { name: 'Ativar' }).click()
      await page.getByRole('button', { name: 'Bia Lima' }).waitFor()
      await page.waitForURL('**/portal/accounts')
      expect(await service.signIn(email)).toMatch(/^eyJ/)
    })

    it.each([
      ['used', 'já foi usado'],
      ['unknown', 'é inválido'],
      ['cut off', 'é inválido'],
    ])('reports what is wrong with a link that is %s before a password is chosen', async (kind, message) => {
      const { service, open } = portal()
      const { link } = await service.invite()
      const address = { used: link, unknown: '/activate?token=pau_unknown', 'cut off': link.slice(0, -4) }[kind] ?? ''
      if (kind === 'used') await service.follow(link)
      const page = await open(address)
      await page.getByText(message).waitFor()
      await page.getByRole('link', { name: 'Ir para o login' }).click()
      await page.getByRole('heading', { name: 'Entrar' }).waitFor()
    })

    it('survives a reload', async () => {
      const { service, open } = portal()
      const { link } = await service.invite({ name: 'Bia Lima' })
      const page = await open(link)
      await page.getByLabel('Senha', { exact: true }).waitFor()
      await page.reload()
      await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
      await page.getByLabel('Repita a senha').fill(PASSWORD)
      await page.getByRole('button', { name: 'Ativar' }).click()
      await page.getByRole('button', { name: 'Bia Lima' }).waitFor()
    })

    it('reports that a link without a token is incomplete', async () => {
      const page = await portal().open('/activate')
      await page.getByText('Este link está incompleto.').waitFor()
    })

    it('reports that a link has expired and to ask for another invitation', async () => {
      const { service, open } = portal()
      const { link } = await service.invite()
      await service.restart({ daysLater: 8 })
      try {
        const page = await open(link)
        await page.getByText('expirou. Peça um novo convite').waitFor()
      } finally {
        await service.restart()
      }
    })

    it('activates administrators of accounts, who sign in elsewhere', async () => {
      const { service, open } = portal()
      const user = await service.addUser()
      const [account] = await service.addAccounts(user, ['Padaria Estrela Ltda'])
      await service.internal.subscriptions.activate.mutate({ accountId: account?._id ?? '' })
      const page = await open(await service.linkTo(service.latestEmail))
      await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
      await page.getByLabel('Repita a senha').fill(PASSWORD)
      await page.getByRole('button', { name: 'Ativar' }).click()
      await page.getByText('entrar no produto como administrador').waitFor()
    })
  })
