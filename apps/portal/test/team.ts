import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Look, type Portal, signIn } from './browser.ts'
import { checkScreen } from './check-screen.ts'

const LOOKS: [name: string, look: Look][] = [
  ['wide', { viewport: { width: 1440, height: 900 } }],
  ['phone', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
]

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

export const testTeam = (portal: () => Portal) =>
  describe('a manager', () => {
    const addManager = () =>
      portal().service.addUser({ permissions: ['accounts:read', 'accounts:create', 'users:manage'] })

    it('invites a colleague, changes their permissions, disables them and undoes that, and reads and saves the activity', async () => {
      const { service, openAs, open } = portal()
      const manager = await addManager()
      const page = await openAs(manager, '/portal/team')
      const email = `bia.${Date.now()}@revenda.example`
      await page.getByRole('button', { name: 'Convidar' }).click()
      await page.getByLabel('Nome').fill('Bia Lima')
      await page.getByLabel('E-mail').fill('bia')
      await page.getByRole('dialog').getByRole('button', { name: 'Convidar' }).click()
      await page.locator('.field-error').first().waitFor()
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('criar contas').uncheck()
      await page.getByRole('dialog').getByRole('button', { name: 'Convidar' }).click()
      await rowOf(page, 'Bia Lima').getByText('Convidado').waitFor()
      expect(await rowOf(page, 'Bia Lima').getByText('ver contas', { exact: true }).count()).toBe(1)

      await service.activate(await service.waitForLink(email))
      const colleague = await open('/portal/sign-in')
      await signIn(colleague, email)
      await colleague.getByRole('heading', { name: 'Contas' }).waitFor()
      expect(await colleague.getByRole('link', { name: 'Equipe' }).count()).toBe(0)
      await colleague.goto('/portal/team')
      await colleague.getByRole('heading', { name: 'Seu usuário não pode gerenciar usuários' }).waitFor()

      await page.reload()
      await rowOf(page, 'Bia Lima').getByText('Ativo').waitFor()
      await page.getByRole('button', { name: 'Alterar Bia Lima' }).click()
      await page.getByLabel('criar contas').check()
      await page.getByRole('button', { name: 'Salvar permissões' }).click()
      await rowOf(page, 'Bia Lima').getByText('ver contas, criar contas').waitFor()

      await page.getByRole('button', { name: 'Alterar Bia Lima' }).click()
      await page.getByRole('button', { name: 'Desativar' }).click()
      await page.getByRole('alertdialog', { name: 'Desativar Bia Lima?' }).waitFor()
      await checkScreen(page, 'team-disable-wide')
      await page.getByRole('button', { name: 'Desativar' }).click()
      // The toast stays while the pointer is above it.
      await page.getByRole('button', { name: 'Desfazer' }).hover()
      await rowOf(page, 'Bia Lima').getByText('Desativado').waitFor()
      await page.getByRole('button', { name: 'Desfazer' }).click()
      await page.getByText('Bia Lima entra de novo com a senha de antes.').waitFor()
      await rowOf(page, 'Bia Lima').getByText('Ativo').waitFor()
      const enabled = await open('/portal/sign-in')
      await signIn(enabled, email)
      await enabled.getByRole('heading', { name: 'Contas' }).waitFor()

      const wrong = JSON.stringify({ email, password: 'wrong' })
      await fetch(`${service.origin}/partners/v1/tokens`, { method: 'POST', body: wrong })
      await page.getByRole('link', { name: 'Atividade' }).click()
      await page.getByText('de: ver contas · para: ver contas, criar contas').waitFor()
      const failed = page.getByRole('row').filter({ hasText: 'Tentou entrar como Bia Lima: senha ou código errado' })
      const countListed = async () => {
        await page.reload()
        await page.getByText('de: ver contas · para: ver contas, criar contas').waitFor()
        return failed.count()
      }
      // The service responds before it has recorded the attempt.
      await expect.poll(countListed).toBe(1)
      await failed.getByText(email).waitFor()
      await failed.getByText('Não identificado').waitFor()

      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Baixar CSV' }).click()
      const csv = readFileSync(await (await saved).path(), 'utf8')
      const line = csv.split('\r\n').find((text) => text.includes('Alterou as permissões de Bia Lima'))
      expect(line?.split(';').slice(1)).toEqual([
        'Ana Souza',
        manager.email,
        'Alterou as permissões de Bia Lima',
        email,
        'de: ver contas · para: ver contas, criar contas',
      ])
    })

    it('sees why disabling a colleague was not undone', async () => {
      const { service, openAs } = portal()
      const manager = await addManager()
      await service.invite({ partnerId: manager.partnerId, name: 'Bia Lima' })
      await service.addUser({ partnerId: manager.partnerId, name: 'Caio Reis' })
      const page = await openAs(manager, '/portal/team')
      const disableAndUndo = async (name: string) => {
        await page.getByRole('button', { name: `Alterar ${name}` }).click()
        await page.getByRole('button', { name: 'Desativar' }).click()
        await page.getByRole('alertdialog', { name: `Desativar ${name}?` }).waitFor()
        await page.getByRole('button', { name: 'Desativar' }).click()
        await page.getByRole('button', { name: 'Desfazer' }).click()
      }
      await disableAndUndo('Bia Lima')
      await page.getByText('Não foi possível desfazer. Um convite acabou de ser enviado para este e-mail.').waitFor()
      await page.route('**/trpc/team.enable*', (route) => route.abort())
      await disableAndUndo('Caio Reis')
      await page.getByText('Não foi possível desfazer. Não foi possível falar com o serviço.').waitFor()
      for (const name of ['Bia Lima', 'Caio Reis']) await rowOf(page, name).getByText('Desativado').waitFor()
    })

    it('leaves after naming another manager', async () => {
      const { service, openAs } = portal()
      const manager = await addManager()
      const page = await openAs(manager, '/portal/team', { viewport: { width: 390, height: 844 } })
      const leave = async () => {
        await page.getByRole('button', { name: 'Alterar Ana Souza' }).click()
        await page.getByRole('button', { name: 'Deixar a equipe' }).click()
        await page.getByRole('alertdialog', { name: 'Deixar a equipe?' }).waitFor()
        await page.getByRole('button', { name: 'Deixar a equipe' }).click()
      }
      await leave()
      await page.getByText('Antes, convide um colega').waitFor()
      const colleague = await service.addUser({ partnerId: manager.partnerId, name: 'Bia Lima' })
      await page.reload()
      await leave()
      await page.getByLabel('Pessoa').selectOption({ label: 'Bia Lima' })
      await checkScreen(page, 'team-successor-phone')
      await page.getByRole('button', { name: 'Passar a permissão e continuar' }).click()
      await page.getByRole('heading', { name: 'Entrar' }).waitFor()
      const after = await openAs(colleague, '/portal/team')
      await rowOf(after, 'Ana Souza').getByText('Desativado').waitFor()
    })

    it('is not offered permissions that it lacks', async () => {
      const { service, openAs } = portal()
      const manager = await service.addUser({ permissions: ['accounts:read', 'users:manage'] })
      const page = await openAs(manager, '/portal/team')
      await page.getByRole('button', { name: 'Alterar Ana Souza' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await page.getByLabel('criar contas').isDisabled()).toBe(true)
    })

    it('adds an integration whose password works over REST, replaces the password and sees when it was used', async () => {
      const { service, openAs } = portal()
      const page = await openAs(await addManager(), '/portal/developers')
      await page.getByText('Nenhuma integração ainda.').waitFor()
      await page.getByRole('button', { name: 'Nova integração' }).click()
      await page.getByLabel('Nome do programa').fill('ERP')
      await page.getByRole('dialog').getByRole('button', { name: 'Nova integração' }).click()

      const readCredentials = async () => {
        const dialog = page.getByRole('alertdialog', { name: 'Guarde a senha agora' })
        await dialog.waitFor()
        const [email = '', password = ''] = await dialog.locator('dd:not(.credential-action)').allTextContents()
        await page.getByRole('button', { name: 'Já guardei' }).click()
        return { email, password }
      }
      const statusOf = async (credentials: object) =>
        (await fetch(`${service.origin}/partners/v1/tokens`, { method: 'POST', body: JSON.stringify(credentials) }))
          .status
      const first = await readCredentials()
      await rowOf(page, 'ERP').getByText('Nunca').waitFor()
      await page.getByLabel('Exemplo').getByText(first.email).waitFor()
      expect(await statusOf(first)).toBe(200)

      await page.getByRole('button', { name: 'Alterar ERP' }).click()
      await page.getByRole('button', { name: 'Gerar nova senha' }).click()
      await page.getByRole('alertdialog', { name: 'Gerar nova senha para ERP?' }).waitFor()
      await checkScreen(page, 'integration-new-password')
      // The first password still works before the new one is created, and then beside it.
      expect(await statusOf(first)).toBe(200)
      await page.getByRole('button', { name: 'Gerar nova senha' }).click()
      const second = await readCredentials()
      expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])

      await page.getByRole('button', { name: 'Alterar ERP' }).click()
      await page.getByRole('button', { name: 'Gerar nova senha' }).click()
      await page.getByRole('button', { name: 'Gerar e encerrar a atual agora' }).click()
      const third = await readCredentials()
      const statuses = [await statusOf(first), await statusOf(second), await statusOf(third)]
      expect(statuses).toEqual([401, 401, 200])
      await page.reload()
      await rowOf(page, 'ERP').waitFor()
      expect(await rowOf(page, 'ERP').getByText('Nunca').count()).toBe(0)
      expect(await page.content()).not.toContain('pai_')
    })

    it('distinguishes two integrations with the same name by e-mail, and sees the samples of the newest', async () => {
      const { openAs } = portal()
      const page = await openAs(await addManager(), '/portal/developers')
      const emails: string[] = []
      for (const count of [1, 2]) {
        await page.getByRole('button', { name: 'Nova integração' }).click()
        await page.getByLabel('Nome do programa').fill('ERP')
        await page.getByRole('dialog').getByRole('button', { name: 'Nova integração' }).click()
        const dialog = page.getByRole('alertdialog', { name: 'Guarde a senha agora' })
        emails.push((await dialog.locator('dd').first().textContent()) ?? '')
        await page.getByRole('button', { name: 'Já guardei' }).click()
        await expect.poll(() => rowOf(page, 'ERP').count()).toBe(count)
      }
      await page.getByLabel('Exemplo', { exact: true }).getByText(emails[1]!).waitFor()
      const choice = page.getByLabel('Usuário do exemplo')
      await choice.selectOption({ label: `ERP (${emails[0]})` })
      await page.getByLabel('Exemplo', { exact: true }).getByText(emails[0]!).waitFor()
      for (const email of emails)
        await rowOf(page, email)
          .getByText(/^Criada em \d\d\/\d\d\/\d{4}$/)
          .waitFor()
    })

    it('reads and filters the activity, with links to accounts', async () => {
      const { service, openAs } = portal()
      const manager = await addManager()
      await service.addAccounts(manager, ['Padaria Sol'])
      const page = await openAs(manager, '/portal/team/activity')
      await page.getByText('Entrou no portal').first().waitFor()
      await page.getByRole('button', { name: 'Contas' }).click()
      await page.getByText('Entrou no portal').first().waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Criou a conta Padaria Sol' }).waitFor()
      await page.getByLabel('Quem').selectOption({ label: 'Ana Souza' })
      await page.getByRole('link', { name: 'Criou a conta Padaria Sol' }).click()
      await page.getByRole('heading', { name: 'Padaria Sol' }).waitFor()
      await page.goBack()
      await page.getByRole('link', { name: 'Criou a conta Padaria Sol' }).waitFor()
      await page.getByRole('button', { name: 'Limpar filtros' }).click()
      await page.getByText('Entrou no portal').first().waitFor()
      expect(new URL(page.url()).search).toBe('')
    })

    it.each(LOOKS)('has pages without accessibility violations that axe finds: %s', async (name, look) => {
      const { service, openAs } = portal()
      const manager = await addManager()
      await service.invite({ partnerId: manager.partnerId, name: 'Bartolomeu de Albuquerque Cavalcanti Filho' })
      const page = await openAs(manager, '/portal/team', look)
      await rowOf(page, 'Bartolomeu').waitFor()
      await checkScreen(page, `team-${name}`)
      await page.getByRole('button', { name: /^Alterar Bartolomeu/ }).click()
      await page.getByRole('dialog').waitFor()
      await checkScreen(page, `team-member-${name}`)
      await page.getByRole('button', { name: 'Cancelar' }).click()
      await page.getByRole('button', { name: 'Convidar' }).click()
      await page.getByRole('dialog').getByLabel('Nome').waitFor()
      await checkScreen(page, `team-invite-${name}`)
      await page.getByRole('button', { name: 'Cancelar' }).click()
      await page.getByRole('link', { name: 'API' }).click()
      await page.getByRole('button', { name: 'Nova integração' }).click()
      await page.getByLabel('Nome do programa').fill('ERP')
      await page.getByRole('dialog').getByRole('button', { name: 'Nova integração' }).click()
      await page.getByRole('alertdialog').waitFor()
      await checkScreen(page, `integration-password-${name}`)
      await page.getByRole('button', { name: 'Já guardei' }).click()
      await rowOf(page, 'ERP').waitFor()
      await checkScreen(page, `integrations-${name}`)
      await page.goto('/portal/team/activity')
      await page.getByText('Criou a integração ERP').waitFor()
      await checkScreen(page, `activity-${name}`)
    })
  })
