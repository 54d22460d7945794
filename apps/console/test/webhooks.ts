import { startHttpServer } from '@partner-accounts/local-servers'
import { findPageProblems } from '@partner-accounts/local-servers/browser'
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { type Console, waitUntilDialogCloses, PHONE } from './browser.ts'

/** Creates a second endpoint of a partner on the page of all endpoints, rotates its secret, replays and deletes it. */
async function manageSecondEndpoint(page: Page, partnerId: string, url: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  const readSecret = async () => {
    const secret = await page.getByText(/^whsec_/).textContent()
    await page.getByRole('button', { name: 'Já guardei' }).click()
    await waitUntilDialogCloses(page)
    return secret
  }
  await page.getByRole('link', { name: url }).first().waitFor()
  await page.getByRole('button', { name: 'Adicionar webhook' }).click()
  await page.getByRole('textbox', { name: 'Parceiro' }).fill(partnerId)
  await page.getByRole('textbox', { name: 'URL' }).fill(`${url}/second`)
  await page.getByRole('checkbox', { name: 'Conta criada' }).check()
  await page.getByRole('checkbox', { name: 'Usuário do portal desativado' }).check()
  await confirm('Adicionar webhook')
  const secret = await readSecret()
  await page.getByRole('link', { name: `${url}/second` }).click()
  await page.locator('.facts').getByText('Ativo').waitFor()
  await page.locator('.facts').getByText('Conta criada, Usuário do portal desativado').waitFor()
  await page.getByRole('button', { name: 'Trocar segredo' }).click()
  await confirm('Trocar segredo')
  expect(await readSecret()).not.toBe(secret)
  await page.getByRole('button', { name: 'Reenviar desde' }).click()
  await confirm('Reenviar')
  await page.getByText(/Reenvios na fila: [1-9]/).waitFor()
  await waitUntilDialogCloses(page)
  await page.getByRole('button', { name: 'Apagar' }).click()
  await page.getByLabel(/Digite/).fill(new URL(url).host)
  await confirm('Apagar')
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
  await page.getByRole('link', { name: url, exact: true }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: `${url}/second` }).count()).toBe(0)
}

export function testWebhooks(getConsole: () => Console): void {
  it('An operator finds a failing endpoint, pauses and resumes it, and replays a delivery', async () => {
    const { openAs, service } = getConsole()
    const { partners, portalUsers, webhooks } = service.internal
    let status = 200
    let received = 0
    const server = await startHttpServer((_request, response) => {
      received += 1
      response.writeHead(status).end()
    })
    const url = `${server.origin}/events`
    try {
      const { id: partnerId } = await partners.create.mutate({ name: 'Revenda Ipê' })
      const { id } = await webhooks.create.mutate({ partnerId, url })
      const getWebhook = () => webhooks.get.query({ id })
      await expect.poll(getWebhook).toMatchObject({ status: 'active' })
      status = 500
      const email = 'iara@ipe.example'
      const user = await portalUsers.invite.mutate({ partnerId, email, name: 'Iara' })
      await portalUsers.disable.mutate({ id: user.id })
      await expect.poll(getWebhook).toMatchObject({ failingSince: expect.any(String) as string })

      const page = await openAs('support', '/console')
      const failing = page.getByRole('region', { name: 'Webhooks com falhas' })
      await failing.getByText('Revenda Ipê').waitFor()
      await failing.getByRole('link', { name: url }).click()
      await page.getByText('HTTP 500').waitFor()
      await page.getByRole('button', { name: 'Pausar' }).click()
      await page.getByRole('button', { name: 'Retomar' }).click()
      await page.getByRole('button', { name: 'Pausar' }).waitFor()
      status = 200
      const before = received
      await page.getByRole('row').filter({ hasText: 'webhook.test' }).getByRole('button', { name: 'Reenviar' }).click()
      await page.getByText('Reenvios na fila: 1.').waitFor()
      await expect.poll(() => received).toBeGreaterThan(before)
      expect(await findPageProblems(page)).toEqual([])
      await page.setViewportSize(PHONE)
      expect(await findPageProblems(page)).toEqual([])
      await page.goto(`/console/partners/${partnerId}`)
      await page.getByRole('region', { name: 'Webhooks' }).getByRole('link', { name: url }).waitFor()
      await manageSecondEndpoint(await openAs('admin', '/console/webhooks'), partnerId, url)
    } finally {
      await server.stop()
    }
  })
}
