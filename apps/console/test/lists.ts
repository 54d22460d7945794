import { readFileSync } from 'node:fs'
import { deferred } from '@partner-accounts/local-servers/browser'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { type Console, DESKTOP, waitUntilDialogCloses, PHONE } from './browser.ts'
import { numberedAccount } from './console-service.ts'
import { ACCOUNTS_PER_PARTNER, FAILED_MAILS, nameOf, PARTNERS, PENDING_PER_PARTNER } from './seed.ts'

/** Rows that a list loads at a time. */
const PAGE_SIZE = 50

export function testLists(getConsole: () => Console): void {
  it('Lists load page after page to their end, and stay loaded when the operator comes back', async () => {
    const page = await getConsole().openAs('viewer', '/console/partners')
    const rows = page.getByRole('rowheader')
    const more = page.getByRole('button', { name: 'Carregar mais' })
    for (let shown = PAGE_SIZE; shown <= PARTNERS; shown += PAGE_SIZE) {
      await expect.poll(() => rows.count()).toBe(shown)
      await more.click()
    }
    // The first start adds a partner for demonstrations.
    await page.getByText(`Total: ${PARTNERS + 1}`).waitFor()
    await expect.poll(() => rows.count()).toBe(PARTNERS + 1)
    expect(await more.count()).toBe(0)
    const last = (await rows.last().textContent()) ?? ''
    await rows.last().getByRole('link').click()
    await page.getByRole('heading', { name: last, level: 1 }).waitFor()
    await page.goBack()
    await expect.poll(() => rows.count()).toBe(PARTNERS + 1)
  })

  it('Filters are in the address, so that links and the back button work, but e-mails and tax IDs are not', async () => {
    const { openAs, users } = getConsole()
    const page = await openAs('viewer', '/console/mails')
    await page.getByLabel('Situação').selectOption('Falhou')
    await expect.poll(() => page.url()).toContain('status=failed')
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(FAILED_MAILS)
    await page.getByRole('searchbox').fill('administradora.3@cliente.example')
    await page.getByRole('searchbox').press('Enter')
    await page.getByText('Nenhum e-mail.').waitFor()
    expect(page.url()).not.toContain('administradora')
    await page.goBack()
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(FAILED_MAILS)
    await page.getByRole('button', { name: 'Limpar filtros' }).click()
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(PAGE_SIZE)
    await page.getByLabel('Ordem').selectOption('Menos recentes')
    await expect.poll(() => page.url()).toContain('order=oldest')
    await page.getByRole('rowheader', { name: 'Convite para o portal' }).first().waitFor()

    await page.goto(`/console/accounts?partner=${users[2]?.partnerId}`)
    await page.getByText('Contas de Grupo Aroeira').waitFor()
    await page.getByRole('searchbox').fill('00.000.007/0001-95')
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('rowheader', { name: nameOf(7) }).waitFor()
    await page.getByLabel('Assinatura', { exact: true }).selectOption('Pendente')
    await page.getByText('Nenhuma conta.').waitFor()
    await page.getByRole('button', { name: 'Limpar filtros' }).click()
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(PAGE_SIZE)
    await page.getByRole('searchbox').fill('padaria')
    await page.getByRole('searchbox').press('Enter')
    await page.getByText('As 10 contas mais próximas do que você escreveu.').waitFor()
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(10)
  })

  it('A search keeps the focus in its field, whose text follows the back button', async () => {
    const page = await getConsole().openAs('viewer', '/console/accounts')
    const field = page.getByRole('searchbox')
    await field.fill('00.000.007/0001-95')
    await field.press('Enter')
    await expect.poll(() => page.getByRole('rowheader').allTextContents()).toEqual([nameOf(7)])
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.goBack()
    await expect.poll(() => field.inputValue()).toBe('')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('Two filters that change at the same time are both in the address', async () => {
    const page = await getConsole().openAs('viewer', '/console/mails')
    await page.getByLabel('Situação').waitFor()
    await page.evaluate(() => {
      const selects = document.querySelectorAll<HTMLSelectElement>('.filters select')
      // The first select filters by status, the second by kind.
      for (const [index, value] of ['failed', 'administrator-activation'].entries()) {
        const select = selects[index]!
        select.value = value
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }
    })
    const filters = () => new URL(page.url()).search
    await expect.poll(filters).toBe('?status=failed&kind=administrator-activation')
    await page.goBack()
    await page.getByLabel('Situação').selectOption('Na fila')
    await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBe('queued')
  })

  it('Figures and lists include test partners only on request, which is in the address, and mark them', async () => {
    const { openAs, service, users } = getConsole()
    const tester = await service.addUser('Ensaio', 'ensaio@revenda.example', 'Bia', users[1]?.partnerId)
    await tester.accounts.create.mutate(numberedAccount(5000, 'Ensaio Ltda'))
    const page = await openAs('viewer', '/console')
    const figure = page.getByRole('link', { name: /^Assinaturas pendentes: \d/ })
    await figure.waitFor()
    const countPending = async () => Number((await figure.textContent())?.replaceAll(/\D/g, ''))
    const live = await countPending()
    const includeTest = page.getByRole('checkbox', { name: 'Incluir parceiros de teste' })
    await includeTest.click()
    await expect.poll(countPending).toBe(live + 1)
    expect(new URL(page.url()).search).toBe('?test=true')
    await figure.click()
    await page.getByText(`Total: ${new Intl.NumberFormat('pt-BR').format(live + 1)}`).waitFor()
    await includeTest.click()
    await page.getByText(`Total: ${new Intl.NumberFormat('pt-BR').format(live)}`).waitFor()
    for (const list of ['subscriptions', 'accounts', 'partners']) {
      await page.goto(`/console/${list}?order=newest&test=true`)
      const row = page.getByRole('row').filter({ hasText: 'Ensaio' })
      await row.getByText('Teste', { exact: true }).waitFor()
    }
  })

  it('The list of users names their partners, and leads to both', async () => {
    const { openAs, users } = getConsole()
    const page = await openAs('viewer', '/console/users')
    await page.getByRole('searchbox').fill(users[2]?.email ?? '')
    await page.getByRole('searchbox').press('Enter')
    const row = page.getByRole('row').filter({ hasText: users[2]?.email ?? '' })
    await row.getByRole('link', { name: 'Grupo Aroeira', exact: true }).click()
    await page.getByRole('heading', { name: 'Grupo Aroeira', level: 1 }).waitFor()
    await row.getByRole('link').click()
    await page.getByRole('heading', { name: 'Ana de Grupo Aroeira', level: 1 }).waitFor()
  })

  it('The menu leads back to a list with its filters, and from that list to the list without filters', async () => {
    const page = await getConsole().openAs('viewer', '/console/mails?status=failed')
    const menu = page.getByRole('navigation', { name: 'Principal' })
    await menu.getByRole('link', { name: 'Contas' }).click()
    // The list of mails has a search field, too, so the test waits for the list of accounts.
    await page.getByRole('heading', { name: 'Contas', level: 1 }).waitFor()
    await page.getByRole('searchbox').fill('00.000.007/0001-95')
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('rowheader', { name: nameOf(7) }).click()
    await page.locator('.facts').first().waitFor()
    await menu.getByRole('link', { name: 'Contas' }).click()
    await expect.poll(() => page.getByRole('rowheader').allTextContents()).toEqual([nameOf(7)])
    await menu.getByRole('link', { name: 'E-mails' }).click()
    await expect.poll(() => page.url()).toContain('/mails?status=failed')
    await menu.getByRole('link', { name: 'E-mails' }).click()
    await expect.poll(() => page.url()).toMatch(/mails$/)
  })

  it('The audit trail is filtered by the name or e-mail of an actor or record, and saved as CSV', async () => {
    const { openAs, users } = getConsole()
    const page = await openAs('viewer', '/console/audit')
    const search = async (name: 'Quem' | 'Registro', text: string) => {
      await page.getByRole('searchbox', { name }).fill(text)
      await page.getByRole('searchbox', { name }).press('Enter')
    }
    const filterOf = (name: string) => new URL(page.url()).searchParams.get(name)
    await search('Quem', 'nobody')
    await page.getByText('Nada encontrado com este texto.').waitFor()
    await search('Quem', 'viewer@empresa.example')
    await expect.poll(() => filterOf('actor')).toBe('operator:viewer@empresa.example')
    await search('Registro', users[1]?.email ?? '')
    await expect.poll(() => filterOf('record')).toBe(users[1]?.id)
    await search('Registro', 'revenda estrela')
    await page.getByText('Qual deles?').waitFor()
    await page.getByRole('button', { name: 'Revenda Estrela', exact: true }).click()
    await expect.poll(() => filterOf('record')).toBe(users[0]?.partnerId)
    await page.getByRole('button', { name: 'Limpar filtros' }).click()
    // The fields follow the address: a text typed before the address has changed would be lost.
    await expect.poll(() => page.getByRole('searchbox', { name: 'Quem' }).inputValue()).toBe('')
    await search('Quem', users[0]?.email ?? '')
    await expect.poll(() => filterOf('actor')).toBe(`portal-user:${users[0]?.id}`)
    await page.getByLabel('Ação').selectOption('Criou a conta')
    await expect.poll(() => new URL(page.url()).searchParams.get('action')).toBe('account.created')
    // Only the option of the filter has this text, and no row.
    await expect.poll(() => page.getByText('Ativou a assinatura').count()).toBe(1)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^auditoria-\d{4}-\d{2}-\d{2}\.csv$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFFat;actor;actorName;via;network;action;count;subjectId;subjectName;partnerId;partnerName;accountId;accountName;changes;reason',
    )
    expect(lines).toHaveLength(1 + ACCOUNTS_PER_PARTNER)
    const creation = `;portal-user:${users[0]?.id};Ana de Revenda Estrela;;;account.created;1;`
    expect(lines.slice(1).every((line) => line.includes(creation))).toBe(true)
    const entry = page.getByRole('row').filter({ hasText: 'Criou a conta' }).first()
    await entry.getByRole('link', { name: 'Ana de Revenda Estrela' }).waitFor()
    await entry.getByRole('link', { name: /Ltda$/ }).waitFor()
    await entry.getByRole('link', { name: 'Revenda Estrela', exact: true }).click()
    await page.getByRole('heading', { name: 'Revenda Estrela', level: 1 }).waitFor()
  })

  it('Accounts and subscriptions are saved as CSV, with the filters of their lists', async () => {
    const { openAs, users } = getConsole()
    const page = await openAs('viewer', `/console/accounts?partner=${users[2]?.partnerId}&status=pending`)
    const save = async () => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Exportar CSV' }).click(),
      ])
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
    }
    const rowsOf = (text: string) => text.trimEnd().split('\r\n').slice(1)
    await page.getByRole('rowheader').first().waitFor()
    const accounts = await save()
    expect(accounts.name).toMatch(/^contas-\d{4}-\d{2}-\d{2}\.csv$/)
    expect(accounts.text).toMatch(/^\uFEFFid;createdAt;partnerId;partnerName;partnerMode;name;cpf;cnpj;/)
    expect(rowsOf(accounts.text)).toHaveLength(PENDING_PER_PARTNER)
    expect(rowsOf(accounts.text).every((row) => row.includes(';Grupo Aroeira;live;'))).toBe(true)
    await page.goto(`/console/subscriptions?partner=${users[2]?.partnerId}&status=pending&order=oldest`)
    await page.getByText('Assinaturas de Grupo Aroeira').waitFor()
    const subscriptions = await save()
    expect(subscriptions.name).toMatch(/^assinaturas-/)
    expect(rowsOf(subscriptions.text)).toHaveLength(PENDING_PER_PARTNER)
    const headings = subscriptions.text.split('\r\n')[0]!.split(';')
    // Ids ascend in the order of creation. Creations that run concurrently may store their times in another order.
    const ids = rowsOf(subscriptions.text).map((row) => row.split(';')[headings.indexOf('id')])
    expect(ids).toEqual([...ids].sort())
  })

  it('A list recovers by itself when the service responds again', async () => {
    const page = await getConsole().openAs('viewer', '/console')
    await page.getByRole('heading', { name: 'Hoje' }).waitFor()
    await page.context().route('**/trpc/**', (route) => route.abort())
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Cupons' }).click()
    await page.getByRole('alert').waitFor()
    await page.context().unroute('**/trpc/**')
    await page.getByRole('rowheader', { name: 'VERAO26' }).waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })

  it('An address with invalid days shows the whole list', async () => {
    const page = await getConsole().openAs('viewer', '/console/audit?from=yesterday&to=2026-13-45')
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(PAGE_SIZE)
  })

  it('A user with a long name fits a phone, and on a desktop the title has at most two lines and an e-mail one', async () => {
    const { openAs, service, users } = getConsole()
    const { partnerId = '', email = '' } = users[3] ?? {}
    const { id } = await service.internal.portalUsers.invite.mutate({
      partnerId,
      name: 'Maria Aparecida do Nascimento e Albuquerque Cavalcanti de Oliveira Figueiredo',
      email: 'maria.aparecida.do.nascimento.e.albuquerque.cavalcanti@comerciantes.example',
    })
    const page = await openAs('support', `/console/users/${id}`, { viewport: PHONE })
    await page.locator('.facts').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.setViewportSize(DESKTOP)
    expect(await countLines(page.getByRole('heading', { level: 1 }))).toBeLessThanOrEqual(2)
    await page.goto(`/console/partners/${partnerId}`)
    expect(await countLines(page.getByRole('cell', { name: email, exact: true }))).toBe(1)
  })

  it('On a phone, the button of a search is beside its input, tax IDs and e-mails are on one line, and limits are numbers', async () => {
    const { openAs, ids } = getConsole()
    const page = await openAs('viewer', '/console/accounts', { viewport: PHONE })
    const top = async (role: 'searchbox' | 'button', name: string) =>
      (await page.getByRole('main').getByRole(role, { name }).boundingBox())?.y
    expect(await top('button', 'Buscar')).toBe(await top('searchbox', 'Nome'))
    await page.goto(`/console/accounts/${ids[7]}`)
    expect(await countLines(page.locator('dd').getByText('00.000.007/0001-95'))).toBe(1)
    expect(await countLines(page.locator('dd').getByText('administradora.7@cliente.example'))).toBe(1)
    await page.goto('/console/limits')
    await page.getByRole('cell', { name: /^Recusadas: \d+$/ }).waitFor()
  })

  it('On a phone, the menu marks the page, and the id of a record is copied', async () => {
    const { openAs, users } = getConsole()
    const id = users[3]?.id
    const page = await openAs('viewer', `/console/users/${id}`, { viewport: PHONE })
    await page.locator('.facts').waitFor()
    const colorOf = (name: 'Mais' | 'Buscar') =>
      page
        .getByRole('button', { name })
        .first()
        .evaluate((button) => getComputedStyle(button).color)
    // On a phone, the users are in the menu behind this button.
    expect(await colorOf('Mais')).not.toBe(await colorOf('Buscar'))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copiar Id' }).click()
    await page.getByText('Id: cópia feita.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  })

  it('The palette opens by keyboard, finds pages without accents, changes the theme and closes', async () => {
    const page = await getConsole().openAs('viewer', '/console')
    await page.getByRole('heading', { name: 'Hoje' }).waitFor()
    const run = async (text: string) => {
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox').fill(text)
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await waitUntilDialogCloses(page)
    }
    await run('usuario')
    await page.getByRole('heading', { name: 'Usuários do portal' }).waitFor()
    await run('escura')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await run('english')
    await page.getByRole('heading', { name: 'Portal users' }).waitFor()
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill('no record has this name')
    await page.getByText('Nothing found.').waitFor()
    await page.keyboard.press('Escape')
    await waitUntilDialogCloses(page)
  })

  it('The palette opens no record of the previous text while a search is in flight', async () => {
    const page = await getConsole().openAs('viewer', '/console')
    await page.getByRole('heading', { name: 'Hoje' }).waitFor()
    await page.keyboard.press('Control+K')
    const field = page.getByRole('combobox')
    await field.fill('VERAO26')
    await page.getByRole('option', { name: 'VERAO26' }).waitFor()
    const response = deferred()
    await page.route('**/trpc/internal.records.search**', async (route) => {
      await response.promise
      await route.continue()
    })
    const request = page.waitForRequest('**/trpc/internal.records.search**')
    await field.fill('LANCAMENTO')
    await field.press('Enter')
    await request
    await field.press('Enter')
    response.resolve()
    await page.getByRole('option', { name: 'LANCAMENTO' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/console')
    await field.press('Enter')
    await page.getByRole('heading', { name: 'LANCAMENTO', level: 1 }).waitFor()
  })

  it('The address of a missing record or page shows that the page does not exist', async () => {
    const page = await getConsole().openAs('viewer', '/console')
    for (const path of ['/partners/0123456789abcdef01234567', '/accounts/nothing', '/mails/1', '/coupons/NONE', '/x']) {
      await page.goto(`/console${path}`)
      await page.getByRole('heading', { name: 'Esta página não existe' }).waitFor()
    }
  })
}

/** Returns the number of lines of a text. */
const countLines = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })
