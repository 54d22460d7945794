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
      // JWTs begin with `eyJ`.
      expect(await service.tokenOf({ email })).toMatch(/^eyJ/)
    })

    it.each([
      { kind: 'used', message: 'já foi usado', addressOf: (link: string) => link },
      { kind: 'unknown', message: 'é inválido', addressOf: () => '/activate?token=pau_unknown' },
      { kind: 'cut off', message: 'é inválido', addressOf: (link: string) => link.slice(0, -4) },
    ])('reports that a link is $kind before a password is chosen', async ({ kind, message, addressOf }) => {
      const { service, open } = portal()
      const { link } = await service.invite()
      if (kind === 'used') await service.activate(link)
      const page = await open(addressOf(link))
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

    it('reports that a link has expired, and suggests asking for a new invitation', async () => {
      const { service, open } = portal()
      const { link } = await service.invite()
      // Links are valid for seven days.
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
      const page = await open(await service.waitForLink(service.latestAdministratorEmail))
      await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
      await page.getByLabel('Repita a senha').fill(PASSWORD)
      await page.getByRole('button', { name: 'Ativar' }).click()
      await page.getByText('entrar no produto como administrador').waitFor()
    })
  })
