import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { FIELDS } from '../src/accounts/account-draft.ts'
import { writeCsv } from '../src/onboarding/account-file.ts'
import { describePortal } from './browser.ts'
import { judge } from './judge.ts'
import type { PortalService, PortalUser } from './portal-service.ts'

const ROW = {
  'company_doc.trade_name': 'Padaria',
  'company_doc.cnpj': '12.ABC.345/01DE-35',
  employees_quantity: '12',
  full_name: 'Maria da Silva',
  mobile_phone: '(11) 98765-4321',
  'company_doc.address.cep': '01310-100',
  'company_doc.address.street_name': 'Avenida Paulista',
  'company_doc.address.street_number': '1578',
  'company_doc.address.neighborhood': 'Bela Vista',
  'company_doc.address.city': 'São Paulo',
  'company_doc.address.state': 'SP',
}
let files = 0

/** As many good rows, with e-mails that no other file has. */
const rows = (count: number) => {
  files += 1
  return Array.from({ length: count }, (_, index) => ({
    ...ROW,
    'company_doc.name': `Padaria ${index + 1}`,
    email: `lote${files}.${index + 1}@estrela.example`,
  }))
}

const choose = async (page: Page, content: string) => {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Escolher arquivo' }).click()
  await (await choosing).setFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
}

const totalOf = async (service: PortalService, user: PortalUser) => {
  // The page may have used up the limit: this look waits for its turn.
  for (;;) {
    const listed = await service
      .accountsOf(user)
      .list.query()
      .catch(() => undefined)
    if (listed) return listed._meta.total
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

const LIMIT = { RATE_LIMIT_REQUESTS: '12', RATE_LIMIT_WINDOW_SECONDS: '3' }

describePortal('onboarding many', LIMIT, (portal) => {
  it('checks every row before anything is sent', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/onboarding')
    const [good, ...others] = rows(4)
    const [faulty, sameEmail] = others.map((row) => ({ ...row }))
    const file = [
      good ?? {},
      { ...faulty, employees_quantity: '0', 'company_doc.address.cep': '123' },
      { ...sameEmail, email: good?.email.toUpperCase() ?? '' },
    ]
    await choose(page, writeCsv(FIELDS, file))
    await page.getByText('2 de 3 linhas precisam de correção.').waitFor()
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '3', exact: true }) })
    await row.getByText('Informe um número inteiro de 1 a 5000.').waitFor()
    await row.getByText('Um CEP tem 8 dígitos.').waitFor()
    await page.getByText('O mesmo e-mail está na linha 2.').waitFor()
    await judge(page, 'onboarding-faults')
    expect(await page.getByRole('button', { name: /^Criar \d/ }).count()).toBe(0)
    expect(await totalOf(service, user)).toBe(0)
  })

  it('takes the template that it gives', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/onboarding')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar modelo' }).click()
    await choose(page, readFileSync(await (await downloading).path(), 'utf8'))
    await page.getByText('Uma linha conferida').waitFor()
  })

  it('says what a file lacks that is none of ours', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/onboarding')
    await choose(page, 'nome;email\nAna;ana@example.com\n')
    await page.getByText('Faltam colunas no arquivo: company_doc.name').waitFor()
  })

  it('keeps to the limit, waits out a 429, and gives each row its result', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/onboarding')
    const refusals: number[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('accounts.create') && response.status() === 429) refusals.push(response.status())
    })
    const file = rows(20)
    await choose(page, writeCsv(FIELDS, file))
    await page.getByRole('button', { name: 'Criar 20 contas' }).click()
    await page.getByRole('progressbar', { name: 'Linhas tratadas' }).waitFor()
    // Another system of the partner works meanwhile, and takes what the page thought was left.
    while (refusals.length === 0) {
      await Promise.all(
        Array.from({ length: 6 }, () =>
          service
            .accountsOf(user)
            .list.query()
            .catch(() => undefined),
        ),
      )
    }
    await page.getByText('Terminado.').waitFor({ timeout: 60_000 })
    await page.getByText('Criadas: 20 · Recusadas: 0 · Por criar: 0').waitFor()
    expect(await totalOf(service, user)).toBe(20)

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar resultados' }).click()
    const results = readFileSync(await (await downloading).path(), 'utf8')
    expect(results.match(/;pas_/g)).toHaveLength(20)
    for (const { email } of file) expect(results).toContain(email)

    await page.getByRole('button', { name: 'Apagar deste navegador' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar deste navegador' }).click()
    await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
  }, 90_000)

  it('goes on where it left off after the tab was closed in the middle, and doubles nobody', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/onboarding')
    await choose(page, writeCsv(FIELDS, rows(14)))
    await page.getByRole('button', { name: 'Criar 14 contas' }).click()
    await page.getByText(/^Criadas: [3-9] /).waitFor()
    const context = page.context()
    const session = await page.evaluate(() => String(sessionStorage['partner-accounts.session']))
    await page.close()
    const closedAt = await totalOf(service, user)
    expect(closedAt).toBeLessThan(14)

    const again = await context.newPage()
    await again.addInitScript((kept) => sessionStorage.setItem('partner-accounts.session', kept), session)
    await again.goto(`${service.origin}/portal/onboarding`)
    await again.getByText('Há linhas que faltam deste arquivo.').waitFor()
    await again.getByText(/^Criadas: ([3-9]|1[0-3]) /).waitFor()
    await judge(again, 'onboarding-resumable')
    await again.getByRole('button', { name: 'Continuar' }).click()
    await again.getByText('Criadas: 14 · Recusadas: 0').waitFor({ timeout: 60_000 })
    expect(await totalOf(service, user)).toBe(14)
  }, 90_000)

  it('waits while nobody answers, and shows what the service refused', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    await service.addAccounts(user, ['Padaria Sol'])
    const page = await openAs(user, '/portal/onboarding')
    const taken = rows(1).map((row) => ({ ...row, email: service.latestEmail }))
    await choose(page, writeCsv(FIELDS, [...rows(3), ...taken]))
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Criar 4 contas' }).click()
    await page.getByText('O serviço não respondeu.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Terminado.').waitFor({ timeout: 60_000 })
    await page.getByText('Criadas: 3 · Recusadas: 1').waitFor()
    await page.getByRole('row').getByText('Este e-mail já é de um administrador.').waitFor()
    await judge(page, 'onboarding-results')
  }, 90_000)
})
