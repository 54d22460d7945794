import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describePortal } from './browser.ts'

/** Types as Android's keyboards do: they replace the whole composed text at each key. */
async function compose(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus()
  const devTools = await page.context().newCDPSession(page)
  for (let length = 1; length <= text.length; length += 1) {
    const composed = text.slice(0, length)
    await devTools.send('Input.imeSetComposition', { text: composed, selectionStart: length, selectionEnd: length })
    expect(await field.inputValue()).toBe(composed)
  }
}

/** Inserts a text without pressing keys, as the end of a composition, dictation and pasting do. */
async function insert(page: Page, text: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Input.insertText', { text })
}

const caretIn = (field: Locator) => field.evaluate((input) => (input as HTMLInputElement).selectionStart)

describePortal('typing', {}, (portal) => {
  it.each([
    ['Celular com DDD', '11987654321', '(11) 98765-4321'],
    ['CNPJ', '12abc34501de35', '12.ABC.345/01DE-35'],
    ['CEP', '01310100', '01310-100'],
  ])('masks %s once a keyboard has composed it, and keeps every character', async (label, text, masked) => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    const field = page.getByLabel(label, { exact: true })
    await compose(page, field, text)
    await insert(page, text)
    expect(await field.inputValue()).toBe(masked)
    expect(await caretIn(field)).toBe(masked.length)
    await field.fill('')
    await insert(page, masked)
    expect(await field.inputValue()).toBe(masked)
  })

  it('keeps the caret when a digit or a letter is typed, or a digit composed, in the middle', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    const phone = page.getByLabel('Celular com DDD')
    await phone.pressSequentially('1198765432')
    expect(await phone.inputValue()).toBe('(11) 9876-5432')
    await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 5))
    await page.keyboard.type('9')
    expect([await phone.inputValue(), await caretIn(phone)]).toEqual(['(11) 99876-5432', 6])
    await page.keyboard.type('x')
    expect([await phone.inputValue(), await caretIn(phone)]).toEqual(['(11) 99876-5432', 6])
    await page.keyboard.press('Backspace')
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Input.imeSetComposition', { text: '8', selectionStart: 1, selectionEnd: 1 })
    await insert(page, '8')
    expect([await phone.inputValue(), await caretIn(phone)]).toEqual(['(11) 89876-5432', 6])
  })

  it('masks a composed number when the field is left in the middle of the composition', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    const phone = page.getByLabel('Celular com DDD')
    await compose(page, phone, '11987654321')
    await page.getByLabel('Nome completo').focus()
    expect(await phone.inputValue()).toBe('(11) 98765-4321')
  })

  it('masks composed texts in the rows of an import, and where equal errors are mended together', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/import')
    const file =
      'Razão social;Celular;CNPJ\nSol;1;11222333000181\nLua;1;11222333000262\nMar;1;11222333000343\nRio;1;11222333000424\n'
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Escolher arquivo' }).click()
    await (await choosing).setFiles({ name: 'clientes.csv', mimeType: '', buffer: Buffer.from(file) })
    const phone = page.getByLabel('Celular do administrador com DDD da linha 2')
    await phone.fill('')
    await compose(page, phone, '11987654321')
    // Enter chooses a suggestion of the keyboard here, and must not move the focus to the next error.
    await phone.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
    expect(await phone.evaluate((input) => input === document.activeElement)).toBe(true)
    await insert(page, '11987654321')
    expect([await phone.inputValue(), await caretIn(phone)]).toEqual(['(11) 98765-4321', 15])
    const cnpj = page.getByLabel('CNPJ da linha 2')
    await cnpj.fill('')
    await cnpj.pressSequentially('12abc34501de35')
    expect(await cnpj.inputValue()).toBe('12.ABC.345/01DE-35')
    const correctValue = page.getByLabel(/^Celular do administrador com DDD: “1” em 3 linhas/)
    await compose(page, correctValue, '21987654321')
    await insert(page, '21987654321')
    expect(await correctValue.inputValue()).toBe('(21) 98765-4321')
    await page.getByRole('button', { name: 'Corrigir as 3 linhas' }).click()
    expect(await page.getByLabel('Celular do administrador com DDD da linha 4').inputValue()).toBe('(21) 98765-4321')
  })

  it('removes invisible characters around an e-mail, and reports an incomplete e-mail together with the missing fields', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    const email = page.getByLabel('E-mail', { exact: true })
    await email.focus()
    await insert(page, '\u200b maria@')
    await page.keyboard.type('padaria')
    expect(await email.inputValue()).toBe('maria@padaria')
    await page.getByRole('button', { name: 'Criar conta' }).click()
    await page.getByText('13 campos precisam de atenção.').waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    await email.fill(' maria@padaria.example\u00a0')
    expect(await email.inputValue()).toBe('maria@padaria.example')
  })

  it('searches for a composed tax ID', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    await service.addAccounts(user, ['Padaria Sol', 'Padaria Lua'])
    const page = await openAs(user, '/portal/accounts')
    // The list begins with the newest account.
    const [moon] = (await service.accountsOf(user).list.query())._items
    await compose(page, page.getByRole('searchbox'), moon?.cnpj ?? '')
    await insert(page, moon?.cnpj ?? '')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Padaria Lua', level: 1 }).waitFor()
  })
})
