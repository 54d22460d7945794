import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Look, Portal } from './browser.ts'
import { checkScreen } from './check-screen.ts'
import { PASSWORD } from './portal-service.ts'
import { TYPED_ACCOUNT } from './typed-account.ts'

const LOOKS: [name: string, look: Look][] = [
  ['wide', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
  ['phone', { viewport: { width: 390, height: 844 }, locale: 'en' }],
]

const ACCOUNT = 'Padaria Estrela'

export const testTestMode = (portal: () => Portal) =>
  describe('test mode', () => {
    let users = 0

    /** Opens test mode as a new manager, with an account. */
    const openTestMode = async (look?: Look) => {
      const { service, openAs } = portal()
      const { internal } = service
      const permissions = ['accounts:read', 'accounts:create', 'users:manage'] as const
      const manager = await service.addUser({ permissions: [...permissions] })
      const page = await openAs(manager, '/portal/accounts', look)
      await page.locator('.account-button').click()
      await page.getByRole('button', { name: /^(Abrir o modo de teste|Open test mode)$/ }).click()
      await page
        .getByRole('button', { name: /^(Voltar ao modo real|Back to live mode)$/ })
        .first()
        .waitFor()
      const partners = (await internal.partners.list.query({ includeTest: true })).items
      const partnerId = partners.find(({ testOf }) => testOf === manager.partnerId)!.id
      users += 1
      const email = `integrador.${users}@revenda.example`
      await internal.portalUsers.invite.mutate({ partnerId, email, name: 'Bia', permissions: [...permissions] })
      const [mail] = (await internal.mails.list.query({ partnerId, recipient: email })).items
      const { text } = await internal.mails.get.query({ id: mail!.id })
      await service.activate(/\/activate\?token=[\w-]+/.exec(text)![0])
      const [account] = await service.addAccounts({ email }, [ACCOUNT])
      return { page, account: account!._id }
    }

    it('shows the mails to an administrator as the administrator would see them, with links that open, and offers them as .eml', async () => {
      const { page, account } = await openTestMode()
      await page.goto(`/portal/accounts/${account}`)
      await page.getByRole('button', { name: 'Ativar a assinatura' }).click()
      const mail = page.getByRole('group').filter({ hasText: 'Ative seu acesso' })
      await mail.locator('summary').click()
      const frame = mail.frameLocator('iframe')
      await frame.getByRole('link', { name: 'Escolher minha senha' }).waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        mail.getByRole('button', { name: 'Baixar .eml' }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/^[0-9a-f]{24}\.eml$/)
      expect(await readFile(await download.path(), 'utf8')).toMatch(/^To: .+@.+\r\nSubject: /m)
      const opening = page.waitForEvent('popup')
      await frame.getByRole('link', { name: '/activate?token=' }).click()
      const activation = await opening
      await activation.getByLabel('Senha', { exact: true }).fill(PASSWORD)
      await activation.getByLabel('Repita a senha').fill(PASSWORD)
      await activation.getByRole('button', { name: 'Ativar' }).click()
      await expect
        .poll(async () => (await portal().service.internal.accounts.get.query({ id: account })).administratorStatus)
        .toBe('activated')
    })

    it('is open to people who may only create accounts, under their names, with a notice that stays in view', async () => {
      const { service, openAs } = portal()
      const permissions = ['accounts:read', 'accounts:create'] as const
      const user = await service.addUser({ permissions: [...permissions] })
      const page = await openAs(user, '/portal/accounts', { viewport: { width: 390, height: 844 } })
      await page.locator('.account-button').click()
      await page.getByRole('button', { name: 'Abrir o modo de teste' }).click()
      const notice = page.locator('.shell-notice')
      await notice.waitFor()
      await page.goto('/portal/accounts/new')
      await page.getByLabel('Nome completo').scrollIntoViewIfNeeded()
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(600)
      expect((await notice.boundingBox())!.y).toBeGreaterThanOrEqual(0)
      expect((await notice.boundingBox())!.y).toBeLessThan(100)
      await checkScreen(page, 'test-mode-form-phone')
      await page.locator('.account-button').click()
      await page.getByText('entra pelo modo real').waitFor()
      expect(await page.getByText('test-users.invalid').count()).toBe(0)
    })

    it('changes one tab only: live and test tabs of a browser create accounts at the same time, until one signs out', async () => {
      const { service, openAs } = portal()
      const live = await openAs(await service.addUser(), '/portal')
      const test = await live.context().newPage()
      await test.goto('/portal')
      await test.locator('.account-button').click()
      await test.getByRole('button', { name: 'Abrir o modo de teste' }).click()
      const notice = test.locator('.shell-notice')
      await notice.waitFor()
      await test.reload()
      await notice.waitFor()

      const create = async (page: Page, name: string) => {
        await page.goto('/portal/accounts/new')
        const typed = {
          ...TYPED_ACCOUNT,
          'Razão social ou nome': name,
          CNPJ: '11222333000181',
          'E-mail': 'ana@sol.example',
        }
        for (const [label, value] of Object.entries(typed)) {
          await page.getByLabel(label, { exact: true }).first().fill(value)
        }
        await page.getByLabel('UF').selectOption('SP')
        await page.getByRole('button', { name: 'Criar conta' }).click()
        await page.getByText('secret', { exact: true }).waitFor()
      }
      await Promise.all([create(live, 'Conta Real'), create(test, 'Conta Ensaiada')])
      const namesIn = async (page: Page) => {
        await page.goto('/portal/accounts')
        await page
          .getByRole('link', { name: /^Conta / })
          .first()
          .waitFor()
        return page.getByRole('link', { name: /^Conta / }).allTextContents()
      }
      expect(await Promise.all([namesIn(live), namesIn(test)])).toEqual([['Conta Real'], ['Conta Ensaiada']])
      expect(await live.locator('.shell-notice').count()).toBe(0)
      const newTab = await live.context().newPage()
      expect(await namesIn(newTab)).toEqual(['Conta Real'])

      await live.locator('.account-button').click()
      await live.getByRole('button', { name: 'Sair' }).click()
      // Signing out of one mode also deletes the form of the other.
      await live.getByText('Você enviou 2 contas e não guardou as chaves secretas.').waitFor()
      await live.getByRole('button', { name: 'Sair mesmo assim' }).click()
      for (const page of [test, newTab]) await page.getByText('Você saiu').waitFor()
      const cookies = await live.context().cookies()
      expect(cookies.filter(({ name }) => name.endsWith('-session'))).toEqual([])
    })

    it.each(LOOKS)('has no accessibility violations that axe finds: %s', async (name, look) => {
      const { page, account } = await openTestMode(look)
      await portal().service.internal.subscriptions.activate.mutate({ accountId: account })
      await page.goto(`/portal/accounts/${account}`)
      await page.locator('details summary').first().click()
      await checkScreen(page, `test-account-${name}`)
      await page.goto('/portal/team')
      await page.getByRole('heading', { name: /^(Apagar dados de teste|Delete test data)$/ }).waitFor()
      await checkScreen(page, `test-team-${name}`)
      await page.goto('/portal/profile')
      await page.getByText(/^(Para mudar a senha|To change your password)/).waitFor()
      expect(await page.locator('input[type=password]').count()).toBe(0)
    })

    it('is emptied after its name was typed, and leads back to live mode', async () => {
      const { page } = await openTestMode()
      await page.goto('/portal/team')
      await page.getByRole('button', { name: 'Apagar dados de teste' }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('textbox').fill('Revenda Estrela (teste)')
      await dialog.getByRole('button', { name: 'Apagar dados de teste' }).click()
      await page.getByText('Dados de teste apagados.').waitFor()
      await page.goto('/portal/accounts')
      await page.getByText('Sua primeira conta começa aqui').waitFor()
      expect(await page.getByText(ACCOUNT).count()).toBe(0)
      await page.getByRole('button', { name: 'Voltar ao modo real' }).first().click()
      await page.getByRole('button', { name: 'Voltar ao modo real' }).first().waitFor({ state: 'detached' })
    })
  })
