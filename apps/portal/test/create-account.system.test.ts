import { readFileSync } from 'node:fs'
import { startPublicRecords } from '@partner-accounts/local-servers'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { deferred } from '@partner-accounts/local-servers/browser'
import { describePortal, PHONE, signIn } from './browser.ts'
import { checkScreen } from './check-screen.ts'
import { sampleAccount } from './sample-account.ts'

const records = await startPublicRecords({
  '/cep/01310200': { body: { street: 'Avenida Paulista', neighborhood: 'Bela Vista', city: 'São Paulo', state: 'SP' } },
  '/cep/89010025': { body: { street: 'Rua XV', neighborhood: 'Centro', city: 'Blumenau', state: 'SC' } },
  '/cep/55555555': { status: 500 },
  // A small town has one CEP for all streets.
  '/cep/85170000': { body: { street: null, neighborhood: null, city: 'Pinhão', state: 'PR' } },
  '/cnpj/11222333000181': { status: 500 },
  '/cnpj/19131243000197': { body: { razao_social: 'PADARIA ESTRELA LTDA', nome_fantasia: 'ESTRELA' } },
  // The CEP lookup spells the address of this company differently.
  '/cnpj/11222333000262': {
    body: {
      razao_social: 'PADARIA LUA LTDA',
      nome_fantasia: 'LUA',
      cep: 1310200,
      descricao_tipo_de_logradouro: 'AVENIDA',
      logradouro: 'PAULISTA',
      numero: '1578',
      complemento: 'CONJUNTO 12',
      bairro: 'BELA VISTA',
      municipio: 'SAO PAULO',
      uf: 'SP',
    },
  },
  '/cnpj/11444777000161': {
    body: {
      razao_social: 'MERCADO SOL LTDA',
      nome_fantasia: 'SOL',
      cep: 1001000,
      descricao_tipo_de_logradouro: 'RUA',
      logradouro: 'DIREITA',
      numero: '10',
      complemento: 'LOJA 2',
      bairro: 'SE',
      municipio: 'SAO PAULO',
      uf: 'SP',
    },
  },
})
afterAll(() => records.stop())
const LOOKUPS = { CEP_LOOKUP_URL: `${records.url}/cep`, CNPJ_LOOKUP_URL: `${records.url}/cnpj` }

const TYPED = {
  'Razão social ou nome': 'Padaria Estrela Ltda',
  'Nome fantasia': 'Padaria Estrela Ltda',
  'E-mail do financeiro (opcional)': 'financeiro@estrela.example',
  CNPJ: '12abc34501de35',
  CEP: '01310100',
  Logradouro: 'Avenida Paulista',
  Número: '1578',
  'Complemento (opcional)': 'Conjunto 12',
  Bairro: 'Bela Vista',
  Cidade: 'São Paulo',
  'Funcionários contratados': '12',
  'Nome completo': 'Maria da Silva',
  'Celular com DDD': '11987654321',
}

/**
 * Types a character that a browser accepts and a database does not. Calls the setter of the prototype, because React
 * replaces that of the element.
 */
const typeLoneSurrogate = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Padaria \uD800')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })

/** Changes the body that the form sends, so that the service rejects what the form has accepted. */
const changeSentBody = (page: Page, change: (body: { company_doc?: object }) => void) =>
  page.route('**/trpc/accounts.create', async (route) => {
    const body = JSON.parse(route.request().postData() ?? '{}') as { company_doc?: object }
    change(body)
    await route.continue({ postData: JSON.stringify(body) })
  })

/** The service receives the account; the connection is reset before the response. */
const loseResponses = (page: Page) =>
  page.route('**/trpc/accounts.create', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })

async function fillIn(page: Page, email: string): Promise<void> {
  for (const [label, text] of Object.entries(TYPED)) {
    await page.getByLabel(label, { exact: true }).pressSequentially(text)
  }
  await page.getByLabel('UF').selectOption('SP')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
}

const submit = (page: Page) => page.getByRole('button', { name: 'Criar conta' })

describePortal('creating an account', LOOKUPS, (portal) => {
  it('sends all fields without their masks, and asks the user to keep the keys before leaving the page', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/accounts/new')
    await fillIn(page, 'maria@padaria.example')
    expect(await page.getByLabel('CNPJ', { exact: true }).inputValue()).toBe('12.ABC.345/01DE-35')
    expect(await page.getByLabel('CEP').inputValue()).toBe('01310-100')
    expect(await page.getByLabel('Celular com DDD').inputValue()).toBe('(11) 98765-4321')
    const sent = page.waitForRequest((request) => request.url().endsWith('accounts.create'))
    await submit(page).click()
    const { company_doc, ...person } = sampleAccount('Padaria Estrela Ltda')
    expect((await sent).postDataJSON()).toEqual({
      ...person,
      email: 'maria@padaria.example',
      company_doc: { ...company_doc, cnpj: '12ABC34501DE35' },
    })
    await page.getByRole('heading', { name: 'Conta criada' }).waitFor()
    await checkScreen(page, 'created-account')
    await page.setViewportSize(PHONE)

    // The check box is centered beside its label.
    const checkbox = (await page.getByRole('checkbox').boundingBox())!
    const label = (await page.locator('label').filter({ hasText: 'Guardei' }).boundingBox())!
    expect(checkbox.y + checkbox.height / 2).toBeCloseTo(label.y + label.height / 2, 0)

    // Leaving requires a confirmation until the secret is kept.
    await page.getByRole('link', { name: 'Ver a conta' }).click()
    await page.getByRole('alertdialog', { name: 'Sair sem guardar a chave secreta?' }).waitFor()
    await checkScreen(page, 'leaving-created-account')
    await page.getByRole('button', { name: 'Ficar' }).click()

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar as chaves' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('chaves-padaria-estrela-ltda.txt')
    const [name, ...lines] = readFileSync(await file.path(), 'utf8').split('\r\n')
    expect(name).toBe('Padaria Estrela Ltda')
    const keyOf = (field: string) => lines.find((line) => line.startsWith(`${field}: `))!.slice(field.length + 2)
    const secret = keyOf('secret')
    await page.getByText(secret).waitFor()
    const [account] = (await service.accountsOf(user).list.query())._items
    expect(account?._id).toBe(keyOf('_id'))

    // The secret shows the access key on the page of the account.
    await page.getByRole('link', { name: 'Ver a conta' }).click()
    await page.getByText('A assinatura está pendente: nossa equipe').waitFor()
    await checkScreen(page, 'pending-account')
    await page.getByLabel('Chave secreta', { exact: true }).fill(secret)
    await page.getByRole('button', { name: 'Mostrar chave de acesso' }).click()
    await page.getByText(keyOf('api_token')).waitFor()
  })

  it('offers an unfinished form again after its tab was closed, until it is discarded or its user signs out', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/accounts/new')
    const context = page.context()
    const reopen = async () => {
      const another = await context.newPage()
      await another.goto('/portal/accounts/new')
      await another.getByLabel('CNPJ', { exact: true }).waitFor()
      return another
    }
    await page.getByLabel('Razão social ou nome').fill('Padaria Começada')
    await page.getByLabel('Celular com DDD').fill('11987654321')
    await page.close()

    const second = await reopen()
    await second.getByText('Você começou uma conta e não terminou: Padaria Começada.').waitFor()
    await checkScreen(second, 'kept-draft')
    expect(await second.getByLabel('Razão social ou nome').inputValue()).toBe('')
    await second.getByRole('button', { name: 'Continuar' }).click()
    expect(await second.getByLabel('Razão social ou nome').inputValue()).toBe('Padaria Começada')
    expect(await second.getByLabel('Celular com DDD').inputValue()).toBe('(11) 98765-4321')
    expect(await second.getByText('Você começou uma conta').count()).toBe(0)
    await second.close()

    const third = await reopen()
    await third.getByRole('button', { name: 'Descartar' }).click()
    await third.getByLabel('Razão social ou nome').fill('Outra')
    await third.close()
    const fourth = await reopen()
    await fourth.getByText('Outra').waitFor()
    await fourth.getByRole('button', { name: 'Ana Souza' }).click()
    await fourth.getByRole('button', { name: 'Sair', exact: true }).click()
    await fourth.getByText('Você saiu.').waitFor()
    await signIn(fourth, user.email)
    await fourth.getByLabel('CNPJ', { exact: true }).waitFor()
    expect(await fourth.getByText('Você começou uma conta').count()).toBe(0)
  })

  it('shows the secret of a new account again if the tab is closed before the user confirms having kept it', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/accounts/new')
    await fillIn(page, 'maria@comecada.example')
    await submit(page).click()
    await page.getByRole('heading', { name: 'Conta criada' }).waitFor()
    const secretOf = (shown: Page) => shown.getByText(/^pas_/).textContent()
    const secret = await secretOf(page)
    const context = page.context()
    await page.close()

    const another = await context.newPage()
    await another.goto('/portal/accounts/new')
    await another.getByText('A conta de Padaria Estrela Ltda foi enviada').waitFor()
    await checkScreen(another, 'sent-draft')
    await another.getByRole('button', { name: 'Continuar' }).click()
    // With a change, the form would create a second account, which requires a confirmation.
    await another.getByLabel('Nome fantasia').fill('Filial')
    await another.getByText('Este cliente já tem conta:').first().waitFor()
    await submit(another).click()
    await another.getByRole('button', { name: 'Voltar ao formulário' }).click()
    await another.getByLabel('Nome fantasia').fill('Padaria Estrela Ltda')
    await submit(another).click()
    await another.getByRole('heading', { name: 'Conta criada' }).waitFor()
    expect(await secretOf(another)).toBe(secret)
    expect((await service.accountsOf(user).list.query())._meta.total).toBe(1)
    await another.getByRole('checkbox').check()
    await another.reload()
    await another.getByLabel('CNPJ', { exact: true }).waitFor()
    expect(await another.getByText('foi enviada').count()).toBe(0)
  })

  it('keeps a form that was sent until its own secret is kept, whatever is typed, sent and kept in other forms', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/accounts/new')
    const context = page.context()
    const secretOf = (shown: Page) => shown.getByText(/^pas_/).textContent()
    const reopen = async () => {
      const another = await context.newPage()
      await another.goto('/portal/accounts/new')
      await another.getByText('A conta de Padaria Estrela Ltda foi enviada').waitFor()
      return another
    }
    await fillIn(page, 'maria@primeira.example')
    await submit(page).click()
    const secret = await secretOf(page)
    await page.close()

    const second = await reopen()
    await second.getByLabel('Razão social ou nome').fill('P')
    await second.close()
    const third = await reopen()
    await third.getByText('Você começou uma conta e não terminou: P.').waitFor()
    await checkScreen(third, 'kept-and-sent-drafts')
    await fillIn(third, 'maria@segunda.example')
    await third.getByLabel('CNPJ', { exact: true }).fill('11222333000343')
    await third.getByText('Você começou uma conta').waitFor({ state: 'detached' })
    await submit(third).click()
    expect(await secretOf(third)).not.toBe(secret)
    await third.getByRole('checkbox').check()
    await third.close()

    const fourth = await reopen()
    expect(await fourth.getByText('Você começou uma conta').count()).toBe(0)
    await fourth.getByLabel('Razão social ou nome').fill('Terceira')
    await fourth.getByRole('button', { name: 'Continuar' }).click()
    expect(await fourth.getByLabel('E-mail', { exact: true }).inputValue()).toBe('maria@primeira.example')
    await fourth.getByText('Você começou uma conta e não terminou: Terceira.').waitFor()
    await submit(fourth).click()
    await fourth.getByRole('heading', { name: 'Conta criada' }).waitFor()
    expect(await secretOf(fourth)).toBe(secret)
    expect((await service.accountsOf(user).list.query())._meta.total).toBe(2)
  })

  it('asks before signing out while the secret of a new account is not kept', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    const signOut = async () => {
      await page.getByRole('button', { name: 'Ana Souza' }).click()
      await page.getByRole('button', { name: 'Sair', exact: true }).click()
    }
    await fillIn(page, 'maria@saida.example')
    await submit(page).click()
    await page.getByText(/^pas_/).waitFor()
    await signOut()
    const dialog = page.getByRole('alertdialog', { name: 'Sair sem guardar a chave secreta?' })
    await dialog.getByText('Você enviou 1 conta e não guardou a chave secreta.').waitFor()
    await checkScreen(page, 'sign-out-with-secret')
    await dialog.getByRole('button', { name: 'Continuar no portal' }).click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Criar outra' }).click()

    await fillIn(page, 'jose@saida.example')
    await page.getByLabel('CNPJ', { exact: true }).fill('11222333000343')
    await submit(page).click()
    await page.getByText(/^pas_/).waitFor()
    await signOut()
    await dialog.getByRole('button', { name: 'Sair mesmo assim' }).click()
    await page.getByText('Você saiu.').waitFor()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('jose@saida.example')
  })

  it('signs out without a question once the secret of a new account is kept', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    await fillIn(page, 'maria@guardada.example')
    await submit(page).click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Ana Souza' }).click()
    await page.getByRole('button', { name: 'Sair', exact: true }).click()
    await page.getByText('Você saiu.').waitFor()
  })

  it('fills in the address of a CEP and the names of a CNPJ, but does not overwrite what was typed', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
    const values = (...labels: string[]) =>
      Promise.all(labels.map((label) => page.getByLabel(label, { exact: true }).inputValue()))
    const addressValues = () => values('Logradouro', 'Bairro', 'Cidade', 'UF')

    await type('Nome fantasia', 'Pão da Ana')
    await type('CNPJ', '19131243000197')
    await page.getByText('Dados da empresa preenchidos. Confira.').waitFor()
    await expect
      .poll(() => values('Razão social ou nome', 'Nome fantasia'))
      .toEqual(['PADARIA ESTRELA LTDA', 'Pão da Ana'])

    await type('CEP', '01310200')
    await expect.poll(addressValues).toEqual(['Avenida Paulista', 'Bela Vista', 'São Paulo', 'SP'])
    await checkScreen(page, 'new-account-filled-in')
    await type('Bairro', 'Jardins')
    await type('CEP', '89010025')
    await expect.poll(addressValues).toEqual(['Rua XV', 'Jardins', 'Blumenau', 'SC'])
    await type('CEP', '85170000')
    await expect.poll(addressValues).toEqual(['', 'Jardins', 'Pinhão', 'PR'])
    await type('CEP', '01310200')
    await expect.poll(addressValues).toEqual(['Avenida Paulista', 'Jardins', 'São Paulo', 'SP'])
    await type('CEP', '99999999')
    await page.getByText('Nenhum endereço encontrado para este CEP.').waitFor()
    await expect.poll(addressValues).toEqual(['', 'Jardins', '', ''])
    await checkScreen(page, 'new-account-unknown-cep')
    await type('CEP', '89010025')
    await expect.poll(addressValues).toEqual(['Rua XV', 'Jardins', 'Blumenau', 'SC'])
    await type('Cidade', 'Indaial')
    await type('CEP', '55555555')
    await page.getByText('A consulta de CEP está indisponível. Digite o endereço.').waitFor()
    await expect.poll(addressValues).toEqual(['', 'Jardins', 'Indaial', ''])
    await type('CNPJ', '11222333000181')
    await page.getByText('A consulta de CNPJ está indisponível. Digite os dados.').waitFor()
    await checkScreen(page, 'new-account-lookups-unavailable')
  })

  it('fills in the address of a CNPJ, which a CEP without a result does not clear', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    await page.getByLabel('Complemento', { exact: false }).fill('Fundos')
    await page.getByLabel('CNPJ', { exact: true }).fill('11444777000161')
    const labels = ['Razão social ou nome', 'CEP', 'Logradouro', 'Número', 'Bairro', 'Cidade', 'UF']
    const values = () => Promise.all(labels.map((label) => page.getByLabel(label, { exact: true }).inputValue()))
    const filled = ['MERCADO SOL LTDA', '01001-000', 'RUA DIREITA', '10', 'SE', 'SAO PAULO', 'SP']
    await expect.poll(values).toEqual(filled)
    await page.getByText('Nenhum endereço encontrado para este CEP').waitFor()
    expect(await values()).toEqual(filled)
    expect(await page.getByLabel('Complemento', { exact: false }).inputValue()).toBe('Fundos')
  })

  it('replaces the address of a CNPJ when the CEP is corrected, and clears what it filled in when a corrected CNPJ has no record', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
    const names = ['Razão social ou nome', 'Nome fantasia']
    const address = ['CEP', 'Logradouro', 'Número', 'Complemento (opcional)', 'Bairro', 'Cidade', 'UF']
    const values = (labels: string[]) =>
      Promise.all(labels.map((label) => page.getByLabel(label, { exact: true }).inputValue()))
    const addressOfMoon = ['01310-200', 'AVENIDA PAULISTA', '1578', 'CONJUNTO 12', 'BELA VISTA', 'SAO PAULO', 'SP']

    await type('CNPJ', '11222333000262')
    await page.getByText('Endereço preenchido. Confira.').waitFor()
    expect(await values([...names, ...address])).toEqual(['PADARIA LUA LTDA', 'LUA', ...addressOfMoon])
    await type('CEP', '89010025')
    await expect.poll(() => values(address)).toEqual(['89010-025', 'Rua XV', '', '', 'Centro', 'Blumenau', 'SC'])
    await type('CEP', '01310200')
    await expect.poll(() => values(address)).toEqual(addressOfMoon)

    await type('Nome fantasia', 'Lua de Mel')
    await type('Número', '1580')
    await type('CNPJ', '11444777000161')
    const addressOfSun = ['01001-000', 'RUA DIREITA', '1580', 'LOJA 2', 'SE', 'SAO PAULO', 'SP']
    await expect.poll(() => values([...names, ...address])).toEqual(['MERCADO SOL LTDA', 'Lua de Mel', ...addressOfSun])
    await type('CNPJ', '12ABC34501DE35')
    await expect.poll(() => values([...names, ...address])).toEqual(['', 'Lua de Mel', '', '', '1580', '', '', '', ''])
  })

  it('warns about check digits that do not match, and creates the account anyway', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/accounts/new')
    const warning = page.getByText('Os dígitos verificadores não conferem.')
    await page.getByRole('button', { name: 'CPF' }).click()
    await page.getByLabel('CPF', { exact: true }).fill('52998224724')
    await warning.waitFor()
    await page.getByLabel('CPF', { exact: true }).fill('52998224725')
    await warning.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'CNPJ' }).click()
    await fillIn(page, 'digitos@padaria.example')
    await page.getByLabel('CNPJ', { exact: true }).fill('12ABC34501DE36')
    await warning.waitFor()
    await checkScreen(page, 'new-account-check-digits')
    await submit(page).click()
    await page.getByRole('heading', { name: 'Conta criada' }).waitFor()
    expect((await service.accountsOf(user).list.query())._items[0]?.cnpj).toBe('12ABC34501DE36')
  })

  it('shows a new account in the list that was read right before', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts')
    await page.getByRole('link', { name: 'Nova conta' }).first().click()
    for (const [label, text] of Object.entries(TYPED)) await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByLabel('UF').selectOption('SP')
    await page.getByLabel('E-mail', { exact: true }).fill('maria@lista.example')
    await submit(page).click()
    await page.getByRole('checkbox').check()
    await page.getByRole('link', { name: 'Contas', exact: true }).first().click()
    await page.getByRole('link', { name: 'Padaria Estrela Ltda' }).waitFor()
  })

  it('copies the secret', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await fillIn(page, 'copia@padaria.example')
    await submit(page).click()
    await page.getByRole('button', { name: 'Copiar Chave secreta' }).click()
    await page.getByText('Chave secreta: cópia feita.').first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^pas_/)
  })

  it('creates one account on a double click', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/accounts/new')
    await fillIn(page, 'duas.vezes@padaria.example')
    await submit(page).dblclick()
    await page.getByRole('heading', { name: 'Conta criada' }).waitFor()
    expect((await service.accountsOf(user).list.query())._meta.total).toBe(1)
  })

  it('creates one account and shows its secret when the response is lost and the form is sent again', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/accounts/new')
    await fillIn(page, 'perdida@padaria.example')
    await loseResponses(page)
    await submit(page).click()
    await page.getByText('Nada do que você digitou se perdeu.').waitFor()
    await page.unroute('**/trpc/accounts.create')
    await submit(page).click()
    await page.getByText(/^pas_/).waitFor()
    expect((await service.accountsOf(user).list.query())._meta.total).toBe(1)
  })

  it('asks before it creates a second account when the response is lost and the form is sent again with a change, and keeps the secret of the first', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/accounts/new')
    const total = async () => (await service.accountsOf(user).list.query())._meta.total
    await fillIn(page, 'alterada@padaria.example')
    await loseResponses(page)
    await submit(page).click()
    await page.getByText('Nada do que você digitou se perdeu.').waitFor()
    await page.unroute('**/trpc/accounts.create')
    await page.getByLabel('Nome fantasia').fill('Filial')
    // Nothing is sent while the service cannot be asked.
    const isBusy = deferred()
    await page.route('**/trpc/accounts.findExisting', async (route) => {
      await isBusy.promise
      await route.abort()
    })
    await submit(page).click()
    await page.locator('button[aria-busy]').waitFor()
    isBusy.resolve()
    await page.locator('button[aria-busy]').waitFor({ state: 'detached' })
    await page.unroute('**/trpc/accounts.findExisting')
    // The button ignores a second click right after the first.
    await page.getByLabel('Nome fantasia').press('Enter')
    await page.getByRole('alertdialog', { name: 'Este cliente já tem conta' }).waitFor()
    expect(await total()).toBe(1)
    await changeSentBody(page, (body) => {
      body.company_doc = { ...body.company_doc, trade_name: '' }
    })
    await page.getByRole('button', { name: 'Criar outra conta' }).click()
    await page.getByText('Um campo precisa de atenção.').waitFor()
    await page.unroute('**/trpc/accounts.create')
    // The first account still has its key, so its secret can be shown.
    await page.getByLabel('Nome fantasia').fill('Padaria Estrela Ltda')
    await submit(page).click()
    await page.getByText(/^pas_/).waitFor()
    expect(await total()).toBe(1)
  })

  it('shows missing values at their fields and focuses the first', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    await submit(page).click()
    await page.getByText('13 campos precisam de atenção.').waitFor()
    // The tax ID has a separate message.
    expect(await page.getByText('Campo obrigatório.').count()).toBe(12)
    const cnpj = page.getByLabel('CNPJ', { exact: true })
    await expect.poll(() => cnpj.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'CPF' }).click()
    await page.getByLabel('CPF', { exact: true }).pressSequentially('52998224725')
    expect(await page.getByLabel('CPF', { exact: true }).inputValue()).toBe('529.982.247-25')
  })

  it('links to the account that a customer already has, found by tax ID and by administrator', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    await service.addAccounts(user, ['Padaria Sol', 'Padaria Lua'])
    // The list begins with the newest account.
    const [moon, sun] = (await service.accountsOf(user).list.query())._items
    const page = await openAs(user, '/portal/accounts/new')
    await page.getByLabel('CNPJ', { exact: true }).fill(sun?.cnpj ?? '')
    await page.getByText('Este cliente já tem conta: Padaria Sol').waitFor()
    await page.getByLabel('E-mail', { exact: true }).fill(service.latestAdministratorEmail)
    await page.getByText('Este e-mail já é do administrador de: Padaria Lua').waitFor()
    await checkScreen(page, 'new-account-existing')
    const link = await page.getByRole('link', { name: 'Padaria Lua' }).getAttribute('href')
    expect(link).toContain(`/portal/accounts/${moon?._id}`)
  })

  it('asks before it creates a second account for a tax ID, corrects a mistyped e-mail on request, and recognizes a CPF typed as CNPJ', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    await service.addAccounts(user, ['Padaria Sol'])
    const [sun] = (await service.accountsOf(user).list.query())._items
    const page = await openAs(user, '/portal/accounts/new', { viewport: { width: 390, height: 844 } })
    const cnpj = page.getByLabel('CNPJ', { exact: true })
    await cnpj.fill('52998224725')
    await page.getByText('Isto é um CPF, não um CNPJ. Escolha CPF acima.').waitFor()
    await fillIn(page, 'maria@gmail.con')
    await page.getByRole('button', { name: 'Usar maria@gmail.com' }).click()
    expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('maria@gmail.com')
    await cnpj.fill(sun?.cnpj ?? '')
    await page.getByText('Este cliente já tem conta: Padaria Sol').waitFor()
    await submit(page).click()
    await page.getByRole('alertdialog', { name: 'Este cliente já tem conta' }).waitFor()
    await checkScreen(page, 'new-account-duplicate')
    expect((await service.accountsOf(user).list.query())._meta.total).toBe(1)
    await page.getByRole('button', { name: 'Criar outra conta' }).click()
    await page.getByRole('heading', { name: 'Conta criada' }).waitFor()
  })

  it('shows errors that only the service can find at their fields', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    await service.addAccounts(user, ['Padaria Sol'])
    const page = await openAs(user, '/portal/accounts/new')
    await fillIn(page, service.latestAdministratorEmail)
    await submit(page).click()
    await page.getByText('Este e-mail já é do administrador de outra conta.').waitFor()
    const email = page.getByLabel('E-mail', { exact: true })
    await expect.poll(() => email.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.getByText('Um campo precisa de atenção.').waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')

    await email.fill('livre@padaria.example')
    await typeLoneSurrogate(page.getByLabel('Nome fantasia'))
    await submit(page).click()
    await page.getByText('Contém caracteres inválidos').waitFor()
    expect(await page.getByLabel('Nome fantasia').getAttribute('aria-invalid')).toBe('true')
  })

  it('leaves the focus where people type after the service has rejected several fields', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    await fillIn(page, 'varios@padaria.example')
    await changeSentBody(page, (body) => {
      body.company_doc = { ...body.company_doc, trade_name: '', name: '' }
    })
    await submit(page).click()
    await page.getByText('2 campos precisam de atenção.').waitFor()
    const first = page.getByLabel('Razão social ou nome')
    await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Padaria Estrela')
    expect(await first.inputValue()).toBe('Padaria Estrela')
    await page.getByText('Um campo precisa de atenção.').waitFor()
  })

  it('shows the rejection of a field for which the form has no input', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    await fillIn(page, 'novo@padaria.example')
    await changeSentBody(page, (body) => {
      delete body.company_doc
    })
    await submit(page).click()
    await page.getByText('company_doc: Campo obrigatório.').waitFor()
  })

  it('keeps what was typed when the session ends before the form is sent, and creates the account after a new sign-in', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    // The lookup of the e-mail must be over before the session ends, or it would report the end before the form is sent.
    const lookup = page.waitForResponse((response) => response.request().postData()?.includes('depois@') === true)
    await fillIn(page, 'depois@padaria.example')
    await lookup
    await page.context().clearCookies()
    await submit(page).click()
    await page.getByRole('alertdialog', { name: 'Sua sessão terminou' }).waitFor()
    await signIn(page, undefined)
    await page.getByRole('heading', { name: 'Conta criada' }).waitFor()
  })
})
