import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSheet } from 'read-excel-file/node'
import writeExcelFile from 'write-excel-file/node'
import { EMPTY_DRAFT, type Field, FIELDS } from '../src/accounts/account-draft.ts'
import { fieldLabels } from '../src/accounts/account-messages.ts'
import { PHONE, type Portal } from './browser.ts'
import { checkScreen } from './check-screen.ts'
import { sampleAccount } from './sample-account.ts'
import { NAMES } from './sample-names.ts'

/** Returns an .xlsx file with the headings of the template and valid rows. */
const createWorkbook = (count: number) => {
  const row = (index: number): Record<Field, string> => ({
    ...EMPTY_DRAFT,
    'company_doc.name': `Importada ${index}`,
    'company_doc.trade_name': 'Importada',
    'company_doc.cnpj': `00.000.${String(index).padStart(3, '0')}/0001-95`,
    employees_quantity: '12',
    full_name: 'Maria da Silva',
    mobile_phone: '(11) 98765-4321',
    email: `importada.${index}@estrela.example`,
    'company_doc.address.cep': '01310-100',
    'company_doc.address.street_name': 'Avenida Paulista',
    'company_doc.address.street_number': '1578',
    'company_doc.address.neighborhood': 'Bela Vista',
    'company_doc.address.city': 'São Paulo',
    'company_doc.address.state': 'SP',
  })
  const cells = Array.from({ length: count }, (_, index) => Object.values(row(index)))
  const headings = FIELDS.map((field) => fieldLabels['pt-BR'][field])
  return writeExcelFile([headings, ...cells].map((values) => values.map((value) => ({ value })))).toBuffer()
}

/** A name without spaces. */
const UNBROKEN = 'Padaria'.repeat(24)
/** Rows of a page of the list. */
const PAGE_SIZE = 25

export const testAccounts = (portal: () => Portal) =>
  describe('accounts', () => {
    it('are listed newest first, in pages with their own addresses', async () => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      await service.addAccounts(user, NAMES)
      const newestFirst = [...NAMES].reverse()
      const page = await openAs(user, '/portal/accounts')
      const names = page.getByRole('rowheader')
      await names.first().waitFor()
      expect(await names.allTextContents()).toEqual(newestFirst.slice(0, PAGE_SIZE))
      await page.getByText(`${NAMES.length} contas criadas`).waitFor()

      await page.getByRole('link', { name: 'Próxima' }).click()
      await page.getByText('Página 2 de 2').waitFor()
      await page.getByRole('rowheader', { name: NAMES[0] ?? '' }).waitFor()
      expect(await names.allTextContents()).toEqual(newestFirst.slice(PAGE_SIZE))
      expect(page.url()).toContain('?page=2')
      await page.reload()
      await page.getByRole('rowheader', { name: NAMES[0] ?? '' }).waitFor()
      await page.goBack()
      await page.getByRole('rowheader', { name: newestFirst[0] ?? '' }).waitFor()
    })

    it('are introduced while there are none', async () => {
      const { service, openAs } = portal()
      const page = await openAs(await service.addUser(), '/portal/accounts')
      await page.getByText('Sua primeira conta começa aqui').waitFor()
      await checkScreen(page, 'no-accounts')
      await page.getByRole('main').getByRole('link', { name: 'Nova conta' }).click()
      await page.getByRole('heading', { name: 'Nova conta' }).waitFor()
    })

    it('are found by id, and by CNPJ or CPF with punctuation', async () => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      const { company_doc, ...body } = sampleAccount('Maria da Silva')
      const personal = { ...body, company_doc: { ...company_doc, cnpj: null, cpf: '52998224725' } }
      const { _id } = await service.accountsOf(user).create.mutate(personal)
      const company = sampleAccount('Padaria Estrela Ltda')
      await service
        .accountsOf(user)
        .create.mutate({ ...company, company_doc: { ...company.company_doc, cnpj: '12ABC34501DE35' } })

      const page = await openAs(user, '/portal/accounts')
      const box = page.getByRole('searchbox', { name: 'Nome, e-mail, telefone, CNPJ, CPF ou id' })
      for (const [typed, name] of [
        ['529.982.247-25', 'Maria da Silva'],
        ['12.abc.345/01de-35', 'Padaria Estrela Ltda'],
        [_id, 'Maria da Silva'],
      ] as const) {
        await box.fill(typed)
        await box.press('Enter')
        await page.getByRole('heading', { name, level: 1 }).waitFor()
        expect(page.url()).toMatch(/\/portal\/accounts\/[0-9a-f]{24}$/)
        await page.goBack()
      }
      await box.fill('000.000.000-00')
      await page.getByRole('button', { name: 'Buscar', exact: true }).click()
      await page.getByText('Nenhuma conta encontrada').waitFor()
    })

    it('are found by words, filtered, sorted and paged, and the back button restores the list', async () => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      const padarias = Array.from({ length: 55 }, (_, index) => `Padaria São João ${String(index).padStart(2, '0')}`)
      const created = await service.addAccounts(user, ['Oficina do Zé', ...padarias, 'Mercado Avenida'])
      await service.internal.subscriptions.activate.mutate({ accountId: created[0]!._id })
      const page = await openAs(user, '/portal/accounts')
      const names = page.getByRole('rowheader')
      const box = page.getByRole('searchbox')
      await page.getByText('57 contas criadas').waitFor()
      // The results follow while typing, and the field keeps focus and text.
      await box.pressSequentially('sao jo', { delay: 20 })
      await page.getByText('55 contas encontradas.').waitFor()
      await box.pressSequentially('ao 07')
      await page.getByText('1 conta encontrada.').waitFor()
      await box.fill('sao joao')
      await page.getByText('55 contas encontradas.').waitFor()
      // What people search for stays out of the address.
      expect(page.url()).not.toContain('joao')
      await page.getByLabel('Ordem').selectOption('Nome')
      await page.getByRole('rowheader', { name: 'Padaria São João 00' }).waitFor()
      await checkScreen(page, 'search')
      await page.getByLabel('Ir para a página').fill('3')
      await page.getByLabel('Ir para a página').press('Enter')
      await page.getByRole('rowheader', { name: 'Padaria São João 54' }).waitFor()
      expect(await names.allTextContents()).toEqual(padarias.slice(2 * PAGE_SIZE))
      await page.getByRole('link', { name: 'Padaria São João 54' }).click()
      await page.getByRole('heading', { name: 'Padaria São João 54', level: 1 }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Contas' }).click()
      await page.getByText('Página 3 de 3').waitFor()
      expect(await names.allTextContents()).toEqual(padarias.slice(2 * PAGE_SIZE))

      await page.getByRole('button', { name: 'Limpar busca e filtros' }).click()
      await page.getByText('57 contas criadas').waitFor()
      await page.getByLabel('Assinatura').selectOption('Ativa')
      await page.getByText('1 conta encontrada.').waitFor()
      expect(await names.allTextContents()).toEqual(['Oficina do Zé'])
      await page.getByText('Administrador convidado').waitFor()
      await page.getByLabel('Assinatura').selectOption('Todas')
      await page.getByLabel('Criada em').selectOption('Escolher datas…')
      await page.getByLabel('De', { exact: true }).fill('2999-01-01')
      await page.getByText('Nenhuma conta encontrada').waitFor()
      await page.goBack()
      await page.getByText('57 contas criadas').waitFor()
      await box.fill('merkado avnida')
      await box.press('Enter')
      await page.getByText('Nenhuma conta tem estas palavras. Estas são parecidas:').waitFor()
      expect((await names.allTextContents())[0]).toBe('Mercado Avenida')
    })

    it('are exported as CSV and for Excel, only those that match the search', async () => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      await service.addAccounts(user, ['Padaria <&> Ltda', '=1+1 Padaria', 'Oficina do Zé'])
      const page = await openAs(user, '/portal/accounts')
      await page.getByRole('searchbox').fill('padaria')
      await page.getByRole('searchbox').press('Enter')
      await page.getByText('2 contas encontradas.').waitFor()
      const exportFile = async (button: string) => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: button }).click(),
        ])
        return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
      }
      const csv = await exportFile('Exportar CSV')
      expect(csv.name).toMatch(/^contas-\d{4}-\d{2}-\d{2}\.csv$/)
      const lines = csv.bytes.toString('utf8').trim().split('\r\n')
      expect(lines).toHaveLength(3)
      expect(lines[0]).toContain('Id da conta;Razão social;Nome fantasia;CNPJ ou CPF')
      expect(lines[1]).toContain("'=1+1 Padaria")
      const workbook = await exportFile('Exportar Excel')
      expect(workbook.name).toMatch(/\.xlsx$/)
      const cells = (await readSheet(workbook.bytes)).flat()
      expect(cells).toContain('Padaria <&> Ltda')
      expect(cells).toContain('=1+1 Padaria')
      expect(lines[0]).toContain('E-mail do administrador;Celular do administrador')
      expect(lines[1]).toContain(';11987654321;')
      expect(lines[1]).toMatch(/;\d{4}-\d\d-\d\d \d\d:\d\d;/)
      // Each of the two accounts has the time of its creation.
      expect(cells.filter((cell) => cell instanceof Date)).toHaveLength(2)
      expect(cells).not.toContain('Oficina do Zé')
    })

    it('show their data, status and history, and send the activation e-mail again on request', async () => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      const [account] = await service.addAccounts(user, ['Padaria Estrela Ltda'])
      const page = await openAs(user, `/portal/accounts/${account!._id}`)
      for (const text of ['Pendente', 'Maria da Silva', 'Avenida Paulista, 1578', 'CEP 01310-100', 'Conta criada']) {
        await page.getByText(text).first().waitFor()
      }
      await page.getByText('Será convidado quando a assinatura for ativada').waitFor()
      await service.internal.subscriptions.activate.mutate({ accountId: account!._id })
      await page.reload()
      await page.getByText('Convidado, ainda não ativou o acesso').waitFor()
      await page.getByText('Assinatura ativada').waitFor()
      await checkScreen(page, 'account')
      await page.getByRole('button', { name: 'Reenviar e-mail de ativação' }).click()
      await page.getByText('Um e-mail de ativação acabou de ser enviado').waitFor()
      await service.activate(await service.waitForLink(service.latestAdministratorEmail))
      await page.reload()
      await page.getByText('Acesso ativado').waitFor()
    })

    it('show no names after an erasure of their personal data', async () => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      const [account] = await service.addAccounts(user, ['Padaria Estrela Ltda'])
      const id = account!._id
      await service.internal.subscriptions.cancel.mutate({ accountId: id })
      await service.internal.accounts.erase.mutate({ id, reason: 'Pedido do titular' })
      const page = await openAs(user, `/portal/accounts/${id}`, { viewport: { width: 1440, height: 900 } })
      await page.getByRole('heading', { name: 'Dados apagados', level: 1 }).waitFor()
      await page.getByText('Conta criada').waitFor()
      expect(await page.locator('main').textContent()).not.toMatch(/Padaria|Maria/)
      await checkScreen(page, 'erased-account')
      await page.setViewportSize(PHONE)
      await checkScreen(page, 'erased-account-phone')
    })

    it('show their access key, or that the key is revoked, to users who enter the secret key', async () => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      const [account] = await service.addAccounts(user, ['Padaria Estrela Ltda'])
      const { _id = '', api_token = '', secret = '' } = account ?? {}
      const page = await openAs(user, `/portal/accounts/${_id}`)
      await page.getByText('financeiro@estrela.example').waitFor()
      for (const fact of [_id, 'Contratados', 'Funcionários ativos', 'Reconhecimentos faciais', 'Criada em']) {
        await page.getByText(fact).first().waitFor()
      }
      await page.getByLabel('Chave secreta', { exact: true }).fill('pas_wrong')
      await page.getByRole('button', { name: 'Mostrar chave de acesso' }).click()
      await page.getByText('Esta não é a chave secreta desta conta.').waitFor()
      await page.getByLabel('Chave secreta', { exact: true }).fill(secret ?? '')
      await page.getByRole('button', { name: 'Mostrar chave de acesso' }).click()
      await page.getByText(api_token ?? '').waitFor()

      await service.internal.accounts.revokeToken.mutate({ id: _id })
      await page.reload()
      await page.getByLabel('Chave secreta', { exact: true }).fill(secret ?? '')
      await page.getByRole('button', { name: 'Mostrar chave de acesso' }).click()
      await page.getByText('mas a chave de acesso foi revogada').waitFor()
      await checkScreen(page, 'revoked-token')
    })

    it('are created from an .xlsx file of 300 rows, those that exist already only after a confirmation', async () => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      // The administrator of row 7 and the CNPJ of row 8 of the file exist already.
      const sample = sampleAccount('Padaria Existente')
      await service.accountsOf(user).create.mutate({ ...sample, email: 'importada.7@estrela.example' })
      const market = { ...sample.company_doc, cnpj: '00000008000195', name: 'Mercado Existente' }
      await service.accountsOf(user).create.mutate({ ...sample, email: 'outro@mercado.example', company_doc: market })
      const page = await openAs(user, '/portal/import')
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Escolher arquivo' }).click()
      await (await choosing).setFiles({ name: 'clientes.xlsx', mimeType: '', buffer: await createWorkbook(300) })
      await page.getByRole('button', { name: 'Já existem (2)' }).click()
      await page.getByText('É o administrador de: Padaria Existente').waitFor()
      await page.getByText('Já tem conta: Mercado Existente').waitFor()
      await checkScreen(page, 'import-duplicates')
      await page.getByRole('button', { name: /^Criar outra conta para a linha/ }).click()
      await page.getByRole('button', { name: 'Criar 299 contas' }).click()
      await page.getByText('Criadas: 299').waitFor({ timeout: 120_000 })
      await checkScreen(page, 'import-done')
      expect((await service.accountsOf(user).list.query())._meta.total).toBe(301)
    })

    it('are not found if they are unknown or belong to another partner', async () => {
      const { service, openAs } = portal()
      const [account] = await service.addAccounts(await service.addUser(), ['Padaria Estrela Ltda'])
      const page = await openAs(await service.addUser(), `/portal/accounts/${account?._id}`)
      await page.getByRole('heading', { name: 'Conta não encontrada' }).waitFor()
    })

    it('show an error while offline, and load after a retry', async () => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      await service.addAccounts(user, ['Padaria Estrela Ltda'])
      const page = await openAs(user, '/portal/developers')
      await page.context().setOffline(true)
      await page.getByRole('link', { name: 'Contas', exact: true }).click()
      await page.getByText('Você está sem conexão com a internet.').waitFor()
      await page.context().setOffline(false)
      await page.getByRole('button', { name: 'Tentar de novo' }).click()
      await page.getByRole('rowheader', { name: 'Padaria Estrela Ltda' }).waitFor()
    })

    it('fit long names into the table, start each page at its top, and keep the page number', async () => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      await service.addAccounts(user, [...Array.from({ length: 27 }, (_, index) => `Conta ${index}`), UNBROKEN])
      const page = await openAs(user, '/portal/accounts', { viewport: { width: 768, height: 900 } })
      await page.getByRole('rowheader', { name: UNBROKEN }).waitFor()
      const table = page.getByRole('table')
      expect(
        await table.evaluate((element) => element.parentElement!.scrollWidth - element.parentElement!.clientWidth),
      ).toBe(0)
      await checkScreen(page, 'long-name-tablet')
      await page.setViewportSize(PHONE)
      await checkScreen(page, 'long-name-phone')

      await page.getByRole('link', { name: 'Próxima' }).click()
      await page.getByRole('rowheader', { name: 'Conta 1', exact: true }).waitFor()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await page.getByRole('link', { name: 'Conta 1', exact: true }).click()
      await page.getByRole('heading', { name: 'Conta 1', level: 1 }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Contas' }).click()
      await page.getByText('Página 2 de 2').waitFor()
    })
  })
