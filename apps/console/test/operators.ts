import { findPageProblems } from '@partner-accounts/local-servers/browser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Console, waitUntilDialogCloses } from './browser.ts'
import type { ConsoleService } from './console-service.ts'

const BEA = 'bea@empresa.example'

export function testOperators(getConsole: () => Console): void {
  describe('On an instance without an OpenID provider,', () => {
    let instance: Awaited<ReturnType<ConsoleService['startSecondInstance']>>
    beforeAll(async () => {
      instance = await getConsole().service.startSecondInstance()
    })
    afterAll(() => instance.stop())

    it('an administrator creates a link for another operator, whose session is listed until the administrator ends it', async () => {
      const { service, openAs, open } = getConsole()
      const withProvider = await openAs('admin', '/console/operators')
      await withProvider.getByText('Esta sessão').waitFor()
      expect(await withProvider.getByRole('button', { name: 'Criar link de acesso' }).count()).toBe(0)
      const { origin } = instance
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
      // Escape does not close the dialog that shows the link.
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
      // Sessions end after 12 hours, of which some seconds have passed.
      await row.getByText('em 11 horas').waitFor()
      await row.getByText('Chrome · Linux 127.0.0.1').waitFor()
      await page.getByRole('table', { name: 'Acessos recentes' }).getByRole('row').filter({ hasText: BEA }).waitFor()

      await row.getByRole('button', { name: `Encerrar a sessão de ${BEA}` }).click()
      await dialog.getByLabel('Encerrar todas as sessões').check()
      expect(await findPageProblems(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Encerrar', exact: true }).click()
      await waitUntilDialogCloses(page)
      await row.waitFor({ state: 'detached' })
      await other.reload()
      await other.getByText('pnpm ops console').waitFor()

      const listRecorded = async (action: string) =>
        (await service.internal.audit.list.query({ action, actor: 'operator:admin@empresa.example' })).items
      const [created] = await listRecorded('operator.link-created')
      const [ended] = await listRecorded('operator.session-ended')
      // A session has the id of its link.
      expect(ended?.subjectId).toBe(created!.subjectId)
    })

    it('calls that create links or end sessions are rejected for operators who are not administrators', async () => {
      const { service, openAs } = getConsole()
      const { items } = await service.internal.console.listSessions.query()
      for (const role of ['viewer', 'support'] as const) {
        const page = await openAs(role, '/console/operators', { origin: instance.origin })
        await page.getByRole('table', { name: 'Sessões abertas' }).waitFor()
        const statuses = await page.evaluate(async (id) => {
          const call = async (procedure: string, input: object) => {
            const headers = { 'content-type': 'application/json', 'x-session': 'console' }
            const body = JSON.stringify(input)
            return (await fetch(`/trpc/internal.console.${procedure}`, { method: 'POST', headers, body })).status
          }
          return [
            await call('createLink', { role: 'viewer' }),
            await call('endSession', { id }),
            await call('endSessions', { operator: 'bea@empresa.example' }),
          ]
        }, items[0]?.id)
        expect(statuses, role).toEqual([403, 403, 403])
      }
    })
  })
}
