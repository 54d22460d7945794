import { expect, it } from 'vitest'
import type { Console } from './browser.ts'
import { numberedAccount } from './console-service.ts'

interface Creation {
  /** The page with the button. */
  path: string
  /** The button that opens the dialog. */
  button: string
  /** What is typed, by label. */
  fields: Record<string, string>
  /** The button that submits the dialog. */
  submit: string
  procedure: string
}

export function testPresses(getConsole: () => Console): void {
  it('Two presses send the creation of a partner, user, note, webhook, coupon or subscription once', async () => {
    const { openAs, service } = getConsole()
    const { partnerId, accounts } = await service.addUser('Duas Vezes', 'ana@duas-vezes.example', 'Ana')
    const account = await accounts.create.mutate(numberedAccount(90_001, 'Duas Vezes Ltda'))
    await service.internal.subscriptions.activate.mutate({ accountId: account._id })
    // A new subscription requires a canceled one.
    await service.internal.subscriptions.cancel.mutate({ accountId: account._id, reason: 'Duas vezes' })
    const partner = `/console/partners/${partnerId}`
    const creations: Creation[] = [
      {
        path: '/console/partners',
        button: 'Criar parceiro',
        fields: { Nome: 'Uma Vez' },
        submit: 'Criar parceiro',
        procedure: 'partners.create',
      },
      {
        path: partner,
        button: 'Convidar usuário',
        fields: { Nome: 'Bia', 'E-mail': 'bia@duas-vezes.example' },
        submit: 'Enviar convite',
        procedure: 'portalUsers.invite',
      },
      {
        path: partner,
        button: 'Adicionar nota',
        fields: { Texto: 'Ligou duas vezes' },
        submit: 'Adicionar nota',
        procedure: 'notes.create',
      },
      {
        path: partner,
        button: 'Adicionar webhook',
        fields: { URL: 'http://127.0.0.1:9/events' },
        submit: 'Adicionar webhook',
        procedure: 'webhooks.create',
      },
      {
        path: '/console/coupons',
        button: 'Criar cupom',
        fields: { Código: 'DUASVEZES', 'Desconto (%)': '5' },
        submit: 'Criar cupom',
        procedure: 'coupons.create',
      },
      {
        path: `/console/accounts/${account._id}`,
        button: 'Nova assinatura',
        fields: {},
        submit: 'Nova assinatura',
        procedure: 'subscriptions.create',
      },
    ]
    for (const { path, button, fields, submit, procedure } of creations) {
      const page = await openAs('admin', path)
      let sent = 0
      page.on('request', (request) => {
        if (request.url().endsWith(`.${procedure}`)) sent += 1
      })
      await page.getByRole('button', { name: button, exact: true }).click()
      const dialog = page.getByRole('dialog')
      for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(text)
      const response = page.waitForResponse((each) => each.url().endsWith(`.${procedure}`))
      await dialog.getByRole('button', { name: submit, exact: true }).evaluate((element: HTMLButtonElement) => {
        element.click()
        element.click()
      })
      expect((await response).status(), procedure).toBe(200)
      await page.waitForLoadState('networkidle')
      expect(sent, procedure).toBe(1)
    }
  })
}
