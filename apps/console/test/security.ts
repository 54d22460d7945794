import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { Console } from './browser.ts'

export function testSecurity(getConsole: () => Console): void {
  it('Operators sign in with an OpenID provider, return to the page that they opened, and sign out of both', async () => {
    const { open, signInAtProvider } = getConsole()
    const page = await open('/console/audit')
    await signInAtProvider(page, 'ana')
    await page.getByRole('heading', { name: 'Auditoria', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/console/audit')
    await page.getByRole('button', { name: 'Ana Lima' }).click()
    await page.getByText('Suporte', { exact: true }).last().waitFor()
    expect(await page.evaluate(() => document.cookie)).toBe('')

    await page.getByRole('button', { name: 'Sair' }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await page.getByText('Você saiu.').waitFor()
    await page.getByRole('link', { name: 'Entrar com a conta da empresa' }).click()
    await page.getByPlaceholder('Enter any login').waitFor()
  })

  it('People of the provider who are not operators get a page that explains it, and no session', async () => {
    const { open, signInAtProvider } = getConsole()
    const page = await open('/console')
    await signInAtProvider(page, 'davi')
    await page.getByText('Você não tem acesso ao console.').waitFor()
    await page.goto('/console')
    await page.getByText('pnpm ops console').waitFor()
  })

  it("A stranger's page can neither read nor change anything, on another port or another site", async () => {
    const { service, openAs, users } = getConsole()
    const { partnerId } = users[0]!
    const page = await openAs('admin', '/console')
    const stranger = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<h1>!'))
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    const { port } = stranger.address() as AddressInfo
    // Another port is another origin of the same site, to which the browser does send the cookie.
    for (const host of ['127.0.0.1', 'localhost']) {
      const tab = await page.context().newPage()
      await tab.goto(`http://${host}:${port}`)
      const outcomes = await tab.evaluate(
        async ({ origin, body }) => {
          const attempt = async (path: string, init: RequestInit) => {
            try {
              return (await fetch(`${origin}/trpc/${path}`, { credentials: 'include', ...init })).type
            } catch {
              return 'blocked'
            }
          }
          const json = { 'content-type': 'application/json' }
          const suspension = 'internal.partners.suspend'
          const linkCreation = 'internal.console.createLink'
          return Promise.all([
            attempt('operators.getSession', {}),
            attempt('operators.getSession', { headers: { 'x-session': 'console' } }),
            attempt(suspension, { method: 'POST', headers: { ...json, 'x-session': 'console' }, body }),
            attempt(suspension, { method: 'POST', headers: json, body }),
            attempt(linkCreation, { method: 'POST', headers: { ...json, 'x-session': 'console' }, body: '{}' }),
            attempt('operators.getSession', { mode: 'no-cors' }),
            attempt(suspension, { method: 'POST', mode: 'no-cors', body }),
            attempt(linkCreation, { method: 'POST', mode: 'no-cors', body: '{}' }),
          ])
        },
        { origin: service.origin, body: JSON.stringify({ id: partnerId }) },
      )
      expect(outcomes).toEqual(Array<string>(8).fill('blocked'))
      await tab.close()
    }
    stranger.closeAllConnections()
    stranger.close()
    expect(await service.internal.partners.get.query({ id: partnerId })).toMatchObject({ status: 'active' })
    // Other tests create links, but as an internal application, not as an operator.
    const links = { action: 'operator.link-created', actor: 'operator' }
    expect((await service.internal.audit.list.query(links)).items).toEqual([])
    const headers = { 'x-session': 'console' }
    const status = await page.evaluate(
      async (headers) => (await fetch('/trpc/operators.getSession', { headers })).status,
      headers,
    )
    expect(status).toBe(200)
  })
}
