import { findPageProblems } from '@partner-accounts/local-servers/browser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Console, dialogClosed } from './browser.ts'
import type { ConsoleService } from './console-service.ts'
import { judge } from './screens.ts'
import { nameOf } from './seed.ts'

const BEA = 'bea@empresa.example'
const APPROVER = 'caio@empresa.example'

export function testOperators(console: () => Console): void {
  describe('Another instance', () => {
    let beside: Awaited<ReturnType<ConsoleService['startBeside']>>
    beforeAll(async () => {
      beside = await console().service.startBeside({ OPERATOR_SECOND_APPROVER: 'on' })
    })
    afterAll(() => beside.stop())

    it('With a second approver, a new access key and a cancellation wait until another administrator decides', async () => {
      const { service, open, openAs, ids } = console()
      const { origin } = beside
      const accountId = ids[50] ?? ''
      const before = await service.internal.accounts.show.query({ id: accountId })
      const page = await openAs('admin', `/console/accounts/${accountId}`, { origin })
      const request = async (action: string) => {
        await page.getByRole('button', { name: action }).click()
        await page.getByLabel('Motivo').fill('Pedido por telefone')
        await page.getByLabel(/^Digite/).fill(nameOf(50))
        await page.getByRole('dialog').getByRole('button', { name: action }).click()
        // The toast of the first request may still be shown beside that of the second.
        await page.getByText('Nada mudou ainda: outro operador precisa aprovar.').first().waitFor()
        await dialogClosed(page)
      }
      await request('Gerar nova chave')
      await request('Cancelar assinatura')
      expect(await service.internal.accounts.show.query({ id: accountId })).toEqual(before)
      await page.goto('/console')
      const own = page.getByRole('region', { name: 'Pedidos à espera de aprovação' })
      await own.getByText('À espera de outro operador').first().waitFor()
      expect(await own.getByRole('button', { name: 'Aprovar' }).count()).toBe(0)

      const link = await service.internal.console.createLink.mutate({ email: APPROVER, role: 'admin' })
      const other = await open(link.url)
      await other.getByRole('button', { name: 'Entrar no console' }).click()
      const requests = other.getByRole('region', { name: 'Pedidos à espera de aprovação' })
      const row = (action: string) => requests.getByRole('row').filter({ hasText: action })
      await row('Gerar nova chave').getByText('Motivo: Pedido por telefone').waitFor()
      await row('Gerar nova chave').getByText('operator:admin@empresa.example').waitFor()
      await judge(other, 'approvals')

      const dialog = other.getByRole('dialog')
      await row('Gerar nova chave')
        .getByRole('button', { name: /^Aprovar/ })
        .click()
      expect(await dialog.getByRole('button', { name: 'Aprovar' }).isDisabled()).toBe(true)
      await dialog.getByLabel(/^Digite/).fill(nameOf(50))
      await dialog.getByRole('button', { name: 'Aprovar' }).click()
      const secrets = other.getByRole('alertdialog', { name: 'Guarde agora' })
      const apiToken = (await secrets.locator('dd:not(.credential-action)').first().textContent()) ?? ''
      expect(await service.internal.accounts.authenticateApiToken.mutate({ apiToken })).toMatchObject({ id: accountId })
      await secrets.getByRole('button', { name: 'Já guardei' }).click()
      await row('Cancelar assinatura')
        .getByRole('button', { name: /^Rejeitar/ })
        .click()
      await dialog.getByLabel('Motivo').fill('Conta errada')
      await dialog.getByRole('button', { name: 'Rejeitar' }).click()
      await dialogClosed(other)
      await requests.waitFor({ state: 'detached' })
      expect((await service.internal.accounts.show.query({ id: accountId })).subscription).toEqual(before.subscription)

      await other.goto(`/console/accounts/${accountId}`)
      const history = other.getByRole('region', { name: 'Histórico' })
      await history.getByText(`com aprovação de operator:${APPROVER}`).waitFor()
      await history.getByText('Motivo: Conta errada').waitFor()
    })

    it('Without a provider, an administrator creates a link for another operator, who is listed with a role until the session is ended', async () => {
      const { service, openAs, open } = console()
      const withProvider = await openAs('admin', '/console/operators')
      await withProvider.getByText('Esta sessão').waitFor()
      expect(await withProvider.getByRole('button', { name: 'Criar link de acesso' }).count()).toBe(0)
      const { origin } = beside
      const page = await openAs('admin', '/console/operators', { origin })
      const sessions = page.getByRole('table', { name: 'Sessões abertas' })
      await sessions.getByRole('row').filter({ hasText: 'admin@empresa.example' }).getByText('Esta sessão').waitFor()

      await page.getByRole('button', { name: 'Criar link de acesso' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('E-mail de quem vai entrar').fill('bea')
      expect(await findPageProblems(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Criar link' }).click()
      await dialog.locator('.field-error').filter({ hasText: /./ }).waitFor()
      await dialog.getByLabel('E-mail de quem vai entrar').fill(BEA)
      await dialog.getByLabel('Suporte').check()
      await dialog.getByRole('button', { name: 'Criar link' }).click()
      const shown = page.getByRole('alertdialog', { name: 'Envie este link agora' })
      const link = (await shown.locator('dd').first().textContent()) ?? ''
      await page.keyboard.press('Escape')
      await shown.getByRole('button', { name: 'Já copiei' }).click()
      await shown.waitFor({ state: 'detached' })
      expect(await page.content()).not.toContain(link)

      const other = await open(link, { origin })
      await other.getByRole('button', { name: 'Entrar no console' }).click()
      await other.getByRole('heading', { name: 'Hoje' }).waitFor()
      await page.reload()
      const row = sessions.getByRole('row').filter({ hasText: BEA })
      await row.getByText('Suporte').waitFor()
      await row.getByText(/agora|há \d+ (segundo|minuto)/).waitFor()
      await row.getByText('em 11 horas').waitFor()
      await row.getByText('Chrome · Linux 127.0.0.1').waitFor()
      await page.getByRole('table', { name: 'Acessos recentes' }).getByRole('row').filter({ hasText: BEA }).waitFor()

      await row.getByRole('button', { name: `Encerrar a sessão de ${BEA}` }).click()
      await dialog.getByLabel('Encerrar todas as sessões').check()
      expect(await findPageProblems(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Encerrar', exact: true }).click()
      await dialogClosed(page)
      await row.waitFor({ state: 'detached' })
      await other.reload()
      await other.getByText('pnpm ops console').waitFor()

      const recorded = async (action: string) =>
        (await service.internal.audit.list.query({ action, actor: 'operator:admin@empresa.example' })).items
      const [[created], [ended]] = [await recorded('operator.link-created'), await recorded('operator.session-ended')]
      expect(created?.subjectId).toBe(ended?.subjectId)
    })
  })

  it('Calls that create links or end sessions are rejected for operators who are not administrators', async () => {
    const { service, openAs } = console()
    const { items } = await service.internal.console.sessions.query()
    for (const role of ['viewer', 'support'] as const) {
      const page = await openAs(role, '/console/operators')
      await page.getByRole('table', { name: 'Sessões abertas' }).waitFor()
      const statuses = await page.evaluate(async (id) => {
        const call = async (procedure: string, input: object) => {
          const headers = { 'content-type': 'application/json', 'x-session': 'console' }
          const body = JSON.stringify(input)
          return (await fetch(`/trpc/internal.console.${procedure}`, { method: 'POST', headers, body })).status
        }
        return [await call('createLink', { role: 'viewer' }), await call('endSession', { id })]
      }, items[0]?.id)
      expect(statuses, role).toEqual([403, 403])
    }
  })
}
