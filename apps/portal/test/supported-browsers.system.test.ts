import { findOldChromium } from '@partner-accounts/local-servers/browser'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describePortal, type Look, type Portal, signIn } from './browser.ts'
import { checkScreen } from './check-screen.ts'
import { customersFile, TYPED_ACCOUNT } from './typed-account.ts'

const LOOKS: [name: string, look: Look][] = [
  ['phone', { viewport: { width: 390, height: 844 } }],
  ['wide', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
]

const FORM = { CNPJ: '12abc34501de35', ...TYPED_ACCOUNT }

/** Does a day's work: signs in, creates an account, imports three, and reads the developers' page. */
async function work(portal: Portal, page: Page, browser: string): Promise<void> {
  const user = await portal.service.addUser()
  await page.goto('/portal/accounts/new')
  await signIn(page, user.email)
  for (const [label, text] of Object.entries(FORM)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('UF').selectOption('SP')
  await page.getByLabel('E-mail', { exact: true }).fill(`${browser}@padaria.example`)
  await checkScreen(page, `form-${browser}`)
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('link', { name: 'Importar' }).first().click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Escolher arquivo' }).click()
  const file = { name: 'clientes.csv', mimeType: '', buffer: Buffer.from(customersFile(browser, 3)) }
  await (await choosing).setFiles(file)
  await page.getByRole('button', { name: 'Criar 3 contas' }).click()
  await page.getByText('Criadas: 3').waitFor()
  await page.getByRole('link', { name: 'API' }).first().click()
  await page.getByRole('button', { name: 'JavaScript (SDK)' }).click()
  await page.getByText("from '@partner-accounts/sdk'").waitFor()
  await checkScreen(page, `developers-${browser}`)
  expect((await portal.service.accountsOf(user).list.query())._meta.total).toBe(4)
}

/** Runs in a page, and removes functions that some browsers of the supported range lack. */
function removeNewerFunctions(): void {
  const typedArrayPrototype = Object.getPrototypeOf(Int8Array.prototype) as object
  const iteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object
  const removed: [object, string[]][] = [
    [Array.prototype, ['findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']],
    [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isDisjointFrom']],
    [typedArrayPrototype, ['toReversed', 'toSorted', 'with']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [AbortSignal, ['any']],
    [Array, ['fromAsync']],
    [iteratorPrototype, ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'find']],
    [Map, ['groupBy']],
    [Object, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [URL, ['canParse', 'parse']],
    [Element.prototype, ['checkVisibility']],
    [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'popover']],
    [IDBFactory.prototype, ['databases']],
    [HTMLInputElement.prototype, ['showPicker']],
    [globalThis, ['requestIdleCallback', 'scheduler', 'Notification', 'navigation', 'structuredClone']],
  ]
  for (const [owner, names] of removed) {
    for (const name of names) Reflect.deleteProperty(owner, name)
  }
}

describePortal('without functions that some supported browsers lack,', {}, (portal) => {
  it.each(LOOKS)('the portal works: %s', async (name, look) => {
    const page = await portal().open('/portal/sign-in', look)
    await page.addInitScript(removeNewerFunctions)
    await work(portal(), page, `without-${name}`)
    expect(await page.evaluate(() => 'any' in AbortSignal)).toBe(false)
  })
})

describePortal(
  'in Chromium 109, the oldest supported one,',
  {},
  (portal) => {
    it.each(LOOKS)('the portal works: %s', async (name, look) => {
      const page = await portal().open('/portal/sign-in', look)
      expect(await page.evaluate(() => navigator.userAgent)).toContain('Chrome/109.')
      await work(portal(), page, `109-${name}`)
      // The colors of the theme apply, although Chromium 109 has no `light-dark()`.
      const border = await page
        .locator('.card')
        .first()
        .evaluate((card) => getComputedStyle(card).borderTopColor)
      expect(border).toMatch(look.colorScheme === 'dark' ? 'rgb(43, 51, 49)' : 'rgb(228, 226, 218)')
    })
  },
  { name: 'Chromium 109 in tools/runtimes', program: await findOldChromium() },
)
