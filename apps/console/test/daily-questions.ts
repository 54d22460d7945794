import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Console } from './browser.ts'
import { numberedAccount, PASSWORD } from './console-service.ts'
import { nameOf, ACCOUNT_WITH_REJECTED_EMAIL } from './seed.ts'

const MAX_CLICKS = 2
/** Rows of a list on the first page of the console. */
const EXCERPT_SIZE = 8
/** Rows that a list loads at a time. */
const PAGE_SIZE = 50
/** Generous: the service stores rejections every few seconds. */
const STORED_TIMEOUT_MS = 120_000

/** Clicks as an operator, and counts the clicks. Typing does not count. */
class Clicks {
  count = 0

  async on(target: Locator): Promise<void> {
    this.count += 1
    await target.click()
  }
}

/** Searches for a text, waits until an option is found, and opens the first one. */
async function openFirstResult(page: Page, clicks: Clicks, text: string, option: string): Promise<void> {
  await clicks.on(page.getByRole('button', { name: 'Buscar' }).first())
  await page.getByRole('combobox').fill(text)
  await page.getByRole('option').filter({ hasText: option }).first().waitFor()
  await page.keyboard.press('Enter')
}

export function testDailyQuestions(getConsole: () => Console): void {
  const testQuestion = (title: string, findOut: (page: Page, clicks: Clicks) => Promise<void>) =>
    it(`The console shows in at most ${MAX_CLICKS} clicks ${title}`, async () => {
      const page = await getConsole().openAs('viewer', '/console')
      await page.getByRole('heading', { name: 'Hoje' }).waitFor()
      const clicks = new Clicks()
      await findOut(page, clicks)
      expect(clicks.count).toBeLessThanOrEqual(MAX_CLICKS)
    })

  testQuestion('whether the service works', async (page) => {
    const health = page.getByRole('region', { name: 'Serviço' })
    await health.getByText('Responde').waitFor()
    await health.getByText('Contados por esta instância').waitFor()
  })

  testQuestion('which subscriptions wait for activation, the oldest first', async (page, clicks) => {
    const pending = page.getByRole('region', { name: 'Assinaturas à espera de ativação' })
    await pending.getByRole('rowheader').first().waitFor()
    const times = pending.locator('tbody time')
    const since = await times.evaluateAll((all) => all.map((time) => Date.parse(time.getAttribute('datetime') ?? '')))
    expect(since).toHaveLength(EXCERPT_SIZE)
    // Accounts that were created concurrently may be stored in another order, but less than a second apart.
    for (const [index, time] of since.slice(1).entries()) expect(time).toBeGreaterThan(since[index]! - 1000)
    await clicks.on(page.getByRole('link', { name: 'Ver todas' }))
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(PAGE_SIZE)
    expect(new Set(await page.locator('tbody .badge').allTextContents())).toEqual(new Set(['Pendente']))
  })

  testQuestion('which account has the given CNPJ', async (page, clicks) => {
    await openFirstResult(page, clicks, '00.000.277/0001-95', nameOf(277))
    await page.getByRole('heading', { name: nameOf(277), level: 1 }).waitFor()
  })

  testQuestion('which account has the given financial e-mail or street', async (page, clicks) => {
    const { users } = getConsole()
    const account = numberedAccount(7001, 'Financeira Buriti')
    Object.assign(account.company_doc, { financial_email: 'boletos@buriti.example' })
    account.company_doc.address.street_name = 'Travessa dos Jacarandás'
    const { _id: id } = await users[4]!.accounts.create.mutate(account)
    await openFirstResult(page, clicks, 'boletos@buriti.example', 'Financeira Buriti')
    await expect.poll(() => page.url()).toContain(id)
    await openFirstResult(page, clicks, 'jacarandas', 'Financeira Buriti')
    await page.getByRole('heading', { name: 'Financeira Buriti', level: 1 }).waitFor()
  })

  testQuestion('what a coupon is worth', async (page, clicks) => {
    await openFirstResult(page, clicks, 'verao', 'VERAO26')
    await page.getByRole('heading', { name: 'VERAO26', level: 1 }).waitFor()
  })

  testQuestion('which account has the given administrator', async (page, clicks) => {
    await openFirstResult(page, clicks, 'administradora.301@cliente.example', nameOf(301))
    await page.getByRole('heading', { name: nameOf(301), level: 1 }).waitFor()
  })

  testQuestion('who the users of a partner are', async (page, clicks) => {
    await openFirstResult(page, clicks, 'aroeira', 'Grupo Aroeira')
    await page.getByRole('region', { name: 'Usuários' }).getByText('ana.2@revenda.example').waitFor()
  })

  testQuestion('whether the mail of an administrator arrived', async (page, clicks) => {
    await openFirstResult(page, clicks, nameOf(ACCOUNT_WITH_REJECTED_EMAIL), nameOf(ACCOUNT_WITH_REJECTED_EMAIL))
    const mails = page.getByRole('region', { name: 'E-mails desta conta' })
    await clicks.on(mails.getByRole('row').filter({ hasText: 'Falhou' }).getByRole('link').first())
    await page
      .getByText(/\b550\b/)
      .first()
      .waitFor()
  })

  testQuestion('which partner exceeds the rate limit', async (page, clicks) => {
    await clicks.on(page.getByRole('link', { name: 'Limites' }))
    // A reload before the page has changed would open the first page again.
    await page.getByRole('heading', { name: 'Limites', level: 1 }).waitFor()
    const listLimited = async () => {
      await page.reload()
      await page.locator('.card:not([aria-busy=true])').waitFor()
      return page.getByRole('rowheader').allTextContents()
    }
    await expect.poll(listLimited, { timeout: STORED_TIMEOUT_MS }).toEqual(['Ponto Certo'])
  })

  testQuestion('what became of a request of a partner’s program', async (page, clicks) => {
    const { service, users } = getConsole()
    const body = JSON.stringify({ email: users[1]!.email, password: PASSWORD })
    const headers = { 'x-request-id': 'pedido-4711' }
    const signIn = await fetch(`${service.origin}/partners/v1/tokens`, { method: 'POST', headers, body })
    expect(signIn.status).toBe(200)
    const countStored = async () =>
      (await service.internal.records.search.query({ query: 'pedido-4711' })).requests.length
    await expect.poll(countStored, { timeout: STORED_TIMEOUT_MS }).toBe(1)
    await openFirstResult(page, clicks, 'pedido-4711', 'POST /tokens')
    await page.getByRole('heading', { name: 'POST /tokens' }).waitFor()
    await page.getByText('pedido-4711').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Hoje' }).waitFor()
  })

  testQuestion('who made a change', async (page, clicks) => {
    const { ids, openAs } = getConsole()
    const other = await openAs('support', `/console/accounts/${ids[300]}`)
    await other.getByRole('button', { name: 'Ativar assinatura' }).click()
    const dialog = other.getByRole('dialog')
    await dialog.getByText('administradora.300@cliente.example').waitFor()
    await dialog.getByRole('button', { name: 'Ativar assinatura' }).click()
    await other.getByText('Assinatura ativada.').waitFor()
    await openFirstResult(page, clicks, nameOf(300), nameOf(300))
    const entry = page.getByRole('region', { name: 'Histórico' }).getByRole('row').filter({ hasText: 'Ativou' })
    await entry.getByText('support@empresa.example').waitFor()
  })
}
