import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createPrivateCa } from '@partner-accounts/local-servers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Look, Portal } from './browser.ts'
import { checkScreen } from './check-screen.ts'

interface Received {
  headers: Record<string, string>
  body: string
}

const LOOKS: [name: string, look: Look][] = [
  ['wide', { viewport: { width: 1440, height: 900 } }],
  ['phone', { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'en' }],
]

/** Makes a server listen on this machine. @returns the port */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

export const testWebhooks = (portal: () => Portal) =>
  describe('a user', () => {
    let server: Server
    let url: string
    let status = 200
    const received: Received[] = []
    beforeAll(async () => {
      const receive = async (request: IncomingMessage, response: ServerResponse) => {
        const body = await text(request)
        received.push({ headers: request.headers as Record<string, string>, body })
        response.writeHead(status).end('noted')
      }
      server = createServer((request, response) => void receive(request, response))
      url = `http://127.0.0.1:${await listen(server)}/events`
    })
    afterAll(() => {
      server.closeAllConnections()
      server.close()
    })

    const addUser = () =>
      portal().service.addUser({ permissions: ['accounts:read', 'accounts:create', 'webhooks:manage'] })
    const receivedOf = (type: string) => received.filter(({ body }) => body.includes(`"type":"${type}"`))

    it('sees no button to replay deliveries when there are none', async () => {
      const { service, openAs } = portal()
      const user = await addUser()
      const { partnerId } = user
      await service.internal.webhooks.create.mutate({ partnerId, url: 'https://revenda.example/events' })
      const page = await openAs(user, '/portal/webhooks')
      const noDeliveries = { result: { data: { items: [], nextCursor: null } } }
      await page.route('**/trpc/webhooks.listDeliveries*', (route) => route.fulfill({ json: noDeliveries }))
      await page.getByRole('link', { name: 'https://revenda.example/events' }).click()
      await page.getByText('Nenhuma entrega.').waitFor()
      await page.getByText('Entregues', { exact: true }).first().click()
      await page.getByText('Nenhuma entrega.').waitFor()
      expect(await page.getByRole('button', { name: 'Atualizar' }).count()).toBe(1)
      expect(await page.getByRole('button', { name: /^Reenviar/ }).count()).toBe(0)
    })

    it('adds an endpoint, reads its deliveries, replays a failed one, and rotates the secret', async () => {
      const { service, openAs } = portal()
      const user = await addUser()
      const page = await openAs(user, '/portal/accounts')
      await page.getByRole('link', { name: 'Webhooks' }).click()
      await page.getByText('Nenhum webhook ainda.').waitFor()
      await page.getByRole('button', { name: 'Novo webhook' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('URL').fill('http://revenda.example/events')
      await dialog.getByRole('button', { name: 'Novo webhook' }).click()
      await page
        .locator('.field-error')
        .getByText(/^Deve começar com https/)
        .waitFor()
      await dialog.getByLabel('URL').fill(url)
      await dialog.getByLabel('Conta criada').check()
      await dialog.getByRole('button', { name: 'Novo webhook' }).click()
      const readSecret = async () => {
        const secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
        await page.getByRole('button', { name: 'Já guardei' }).click()
        await page.getByText(/^whsec_/).waitFor({ state: 'detached' })
        return secret
      }
      const secret = await readSecret()
      await page.getByRole('row').filter({ hasText: url }).getByText('Ativo', { exact: true }).waitFor()
      const guide = new URL((await page.getByRole('link', { name: /^Como verificar/ }).getAttribute('href')) ?? '')
      expect(await (await fetch(guide)).text()).toContain(`id="${guide.hash.slice(1)}"`)
      const [test] = received
      expect(new Webhook(secret).verify(test!.body, test!.headers)).toMatchObject({ type: 'webhook.test' })

      status = 400
      await service.addAccounts(user, ['Padaria Estrela'])
      await expect.poll(() => receivedOf('account.created').length).toBe(1)
      await page.getByRole('link', { name: url }).click()
      const row = page.getByRole('row').filter({ hasText: 'Conta criada' })
      await expect
        .poll(async () => {
          await page.getByRole('button', { name: 'Atualizar' }).click()
          return row.getByText('Na fila').count()
        })
        .toBe(1)
      await row.getByRole('link', { name: 'Padaria Estrela' }).waitFor()
      await row.getByRole('button', { name: 'Conta criada' }).click()
      // The endpoint received the event before the service noted the response.
      await expect
        .poll(async () => {
          await page.getByRole('button', { name: 'Atualizar' }).click()
          return page.getByText('HTTP 400').count()
        })
        .toBe(1)
      await page.getByRole('region', { name: 'Início da resposta' }).getByText('noted').waitFor()
      await page.getByRole('region', { name: 'Corpo da requisição' }).getByText('Padaria Estrela').first().waitFor()
      // The second attempt follows after seconds, but the third only after minutes, so this test sends it now. The service
      // queues the third attempt only after it has recorded the second.
      await expect.poll(() => receivedOf('account.created').length).toBe(2)
      const sendNow = async () => {
        await page.getByRole('button', { name: 'Enviar agora' }).click()
        return page.getByText('Reenvios na fila: 1.').count()
      }
      await expect.poll(sendNow, { interval: 1_000 }).toBe(1)
      await expect.poll(() => receivedOf('account.created').length).toBe(3)

      // The endpoint now accepts deliveries, and gets a new secret.
      received.length = 0
      status = 200
      await page.getByRole('button', { name: 'Trocar o segredo' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Trocar o segredo' }).click()
      const rotated = await readSecret()
      await page.getByRole('button', { name: 'Enviar evento de teste' }).click()
      await expect.poll(() => receivedOf('webhook.test').length).toBe(1)
      const [signed] = receivedOf('webhook.test')
      // After a rotation, events are signed with both secrets.
      for (const each of [secret, rotated]) new Webhook(each).verify(signed!.body, signed!.headers)
      // After a successful delivery, the service sends the waiting ones immediately.
      await expect.poll(() => receivedOf('account.created').length).toBe(1)

      await page.getByRole('button', { name: 'Reenviar um período' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Reenviar' }).click()
      await expect.poll(() => receivedOf('account.created').length).toBe(2)

      await page.getByRole('button', { name: 'Pausar' }).click()
      await page.getByText('Os eventos esperam até que você o retome.').waitFor()
      await page.getByRole('button', { name: 'Mudar eventos' }).click()
      await page.getByRole('dialog').getByLabel('Todos').check()
      await page.getByRole('button', { name: 'Salvar' }).click()
      await page.getByText('Todos os eventos').waitFor()
      await page.getByRole('button', { name: 'Retomar' }).click()
      await page.getByRole('button', { name: 'Pausar' }).waitFor()
      await page.getByRole('button', { name: 'Excluir' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
      await page.getByText('Nenhum webhook ainda.').waitFor()
    })

    it('reads why deliveries fail, and repeats the test of an endpoint after installing its secret there', async () => {
      const { openAs } = portal()
      const files = createPrivateCa()
      const selfSigned = createHttpsServer({ key: readFileSync(files.caKey), cert: readFileSync(files.ca) })
      let isSecretInstalled = false
      const redirecting = createServer((_, response) => {
        if (!isSecretInstalled) response.writeHead(308, { location: '/hooks' })
        response.end()
      })
      const selfSignedUrl = `https://127.0.0.1:${await listen(selfSigned)}/events`
      const redirectingOrigin = `http://127.0.0.1:${await listen(redirecting)}`
      const redirectingUrl = `${redirectingOrigin}/events`
      try {
        const page = await openAs(await addUser(), '/portal/webhooks')
        for (const each of [selfSignedUrl, redirectingUrl]) {
          await page.getByRole('button', { name: 'Novo webhook' }).click()
          await page.getByRole('dialog').getByLabel('URL').fill(each)
          await page.getByRole('dialog').getByRole('button', { name: 'Novo webhook' }).click()
          await page.getByText(/O primeiro evento de teste já foi enviado/).waitFor()
          await page.getByRole('button', { name: 'Já guardei' }).click()
        }
        const openTest = async (each: string, sentence: RegExp) => {
          await page.getByRole('link', { name: each }).click()
          await page.getByRole('button', { name: 'Evento de teste', exact: true }).click()
          await expect
            .poll(async () => {
              await page.getByRole('button', { name: 'Atualizar' }).click()
              return page.getByText(sentence).count()
            })
            .toBe(1)
        }
        await openTest(selfSignedUrl, /autoassinado.*DEPTH_ZERO_SELF_SIGNED_CERT/)
        await page.getByRole('link', { name: 'Webhooks' }).first().click()
        await openTest(redirectingUrl, new RegExp(`HTTP 308: .* ${redirectingOrigin}/hooks\\.`))
        await page.getByText(/Instale o segredo no seu sistema e envie o teste de novo/).waitFor()
        isSecretInstalled = true
        await page.getByRole('button', { name: 'Enviar evento de teste' }).click()
        await page.getByText('Ativo', { exact: true }).waitFor()
      } finally {
        for (const each of [selfSigned, redirecting]) each.close()
        files.remove()
      }
    })

    it.each(LOOKS)('has pages without accessibility violations that axe finds: %s', async (name, look) => {
      const { service, openAs } = portal()
      status = 200
      received.length = 0
      const user = await service.addUser({ permissions: ['webhooks:manage'] })
      const page = await openAs(user, '/portal/webhooks', look)
      await page.getByRole('button', { name: /^(Novo webhook|New endpoint)$/ }).click()
      await page.getByRole('dialog').getByLabel('URL').fill(url)
      await checkScreen(page, `webhooks-add-${name}`)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Novo webhook|New endpoint)$/ })
        .click()
      await page.getByText(/^whsec_/).waitFor()
      await checkScreen(page, `webhooks-secret-${name}`)
      await page.getByRole('button', { name: /^(Já guardei|I have stored it)$/ }).click()
      await page.getByText(/^(Ativo|Active)$/).waitFor()
      await checkScreen(page, `webhooks-${name}`)
      await page.getByRole('link', { name: url }).click()
      await page.getByRole('button', { name: /^(Evento de teste|Test event)$/ }).click()
      await page.getByRole('region', { name: /^(Corpo da requisição|Request body)$/ }).waitFor()
      await checkScreen(page, `webhook-${name}`)
    })

    it('without webhooks:manage sees neither the page nor a link to it', async () => {
      const { service, openAs } = portal()
      const page = await openAs(await service.addUser(), '/portal/webhooks')
      await page.getByRole('heading', { name: 'Seu usuário não pode gerenciar webhooks' }).waitFor()
      expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0)
    })
  })
