import { expect, it } from 'vitest'
import type { Console } from './browser.ts'

export function testSessions(getConsole: () => Console): void {
  it('A one-time link signs an operator in, is removed from the address, and works once', async () => {
    const { service, open } = getConsole()
    const link = await service.createLink('support')
    const page = await open(link)
    await page.getByRole('button', { name: 'Entrar no console' }).click()
    await page.getByRole('heading', { name: 'Hoje' }).waitFor()
    await page.getByText('Versão dev').waitFor()
    expect(page.url()).toBe(`${service.origin}/console`)
    await page.getByRole('button', { name: 'support@empresa.example' }).click()
    await page.getByText('Suporte', { exact: true }).last().waitFor()
    const stored = await page.evaluate(
      () =>
        JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage }) + document.cookie + location.href,
    )
    // Neither the token of a link nor a JWT.
    expect(stored).not.toMatch(/pao_|eyJ/)

    const other = await open(link)
    await other.getByRole('button', { name: 'Entrar no console' }).click()
    await other.getByRole('alert').filter({ hasText: 'Este link não vale mais' }).waitFor()
    await other.goto('/console/audit')
    await other.getByText('pnpm ops console').waitFor()
    expect(other.url()).toContain('/console/sign-in?next=%2Fconsole%2Faudit')
  })

  it('A one-time link works when it is pasted into the tab that shows the sign-in page', async () => {
    const { service, open } = getConsole()
    const page = await open('/console/sign-in')
    await page.getByText('pnpm ops console').waitFor()
    await page.evaluate((url) => location.assign(url), await service.createLink('support'))
    await page.getByRole('button', { name: 'Entrar no console' }).click()
    await page.getByRole('heading', { name: 'Hoje' }).waitFor()
  })

  it('An ended session asks for a new sign-in above the page, and keeps what was typed', async () => {
    const { service, openAs, users } = getConsole()
    const page = await openAs('admin', `/console/partners/${users[1]?.partnerId}`)
    await page.getByRole('button', { name: 'Renomear' }).click()
    await page.getByLabel('Nome', { exact: true }).fill('Contábil Ipê Amarelo')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Salvar' }).click()
    const ended = page.getByRole('alertdialog', { name: 'Sua sessão terminou' })
    await ended.waitFor()
    await ended.getByRole('button', { name: 'Já entrei, continuar' }).click()
    await ended.getByText('Este navegador ainda não tem uma sessão.').waitFor()

    const tab = await page.context().newPage()
    await tab.goto(await service.createLink('admin'))
    await tab.getByRole('button', { name: 'Entrar no console' }).click()
    await tab.getByRole('heading', { name: 'Hoje' }).waitFor()
    await ended.getByRole('button', { name: 'Já entrei, continuar' }).click()
    await ended.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe('Contábil Ipê Amarelo')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByRole('heading', { name: 'Contábil Ipê Amarelo', level: 1 }).waitFor()
  })

  it('Signing out ends the session of the browser', async () => {
    const { service, open } = getConsole()
    const page = await open(await service.createLink('viewer'))
    await page.getByRole('button', { name: 'Entrar no console' }).click()
    await page.getByRole('button', { name: 'viewer@empresa.example' }).click()
    await page.getByRole('button', { name: 'Sair' }).click()
    await page.getByText('Você saiu.').waitFor()
    await page.goto('/console')
    await page.getByText('pnpm ops console').waitFor()
  })

  it('A viewer is offered no change, and the service rejects the calls of its browser', async () => {
    const { openAs, users, ids } = getConsole()
    const page = await openAs('viewer', '/console')
    const buttonsOn = async (path: string) => {
      await page.goto(`/console${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
      return page.getByRole('main').getByRole('button').allTextContents()
    }
    // Buttons that change nothing.
    const READING = /^( ?(Buscar|Copiar)|Carregar mais|Exportar CSV|Última hora|6 horas|24 horas)$/
    const paths = ['', '/partners', '/users', '/accounts', '/subscriptions', '/coupons', '/coupons/VERAO26', '/mails']
    const records = [`/partners/${users[0]?.partnerId}`, `/users/${users[0]?.id}`, `/accounts/${ids[3]}`]
    for (const path of [...paths, '/audit', '/limits', '/operators', ...records]) {
      expect(
        (await buttonsOn(path)).filter((text) => !READING.test(text)),
        path,
      ).toEqual([])
    }
    expect(await page.getByRole('checkbox').count()).toBe(0)
    const status = await page.evaluate(async (id) => {
      const headers = { 'content-type': 'application/json', 'x-session': 'console' }
      const body = JSON.stringify({ id })
      return (await fetch('/trpc/internal.partners.suspend', { method: 'POST', headers, body })).status
    }, users[0]?.partnerId)
    expect(status).toBe(403)
  })
}
