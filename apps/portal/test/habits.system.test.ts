import { expect, it } from 'vitest'
import { deferred } from '@partner-accounts/local-servers/browser'
import { describePortal, type Look } from './browser.ts'
import { checkScreen } from './check-screen.ts'

const LOOKS: [name: string, look: Look][] = [
  ['wide', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark', locale: 'en' }],
  ['phone', { viewport: { width: 390, height: 844 } }],
]
const PRODUCT_NAME = 'Ponto & <Cia>'

describePortal('daily use of the portal', { PRODUCT_NAME }, (portal) => {
  it('finds accounts and pages in the palette, which a shortcut and a button open', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    await service.addAccounts(user, ['Padaria Estrela Ltda', 'Oficina do Zé'])
    const page = await openAs(user, '/portal/developers')
    const type = async (text: string) => {
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox').fill(text)
    }
    await type('padaria')
    await page.getByRole('option', { name: /^Padaria Estrela Ltda/ }).waitFor()
    await checkScreen(page, 'palette-desktop')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Padaria Estrela Ltda', level: 1 }).waitFor()
    await type('importar')
    await page.getByRole('option', { name: 'Importar' }).click()
    await page.getByRole('heading', { name: 'Importar', level: 1 }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Buscar em tudo' }).click()
    await page.getByRole('combobox').waitFor()
    await checkScreen(page, 'palette-phone')
  })

  it('opens no account of the previous text from the palette while a search is in flight', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    await service.addAccounts(user, ['Padaria Estrela Ltda', 'Oficina do Zé'])
    const page = await openAs(user, '/portal/developers')
    await page.keyboard.press('Control+K')
    const field = page.getByRole('combobox')
    await field.fill('padaria')
    await page.getByRole('option', { name: /^Padaria Estrela Ltda/ }).waitFor()
    const response = deferred()
    await page.route('**/trpc/accounts.search**', async (route) => {
      await response.promise
      await route.continue()
    })
    const request = page.waitForRequest('**/trpc/accounts.search**')
    await field.fill('oficina')
    await field.press('Enter')
    await request
    await field.press('Enter')
    response.resolve()
    await page.getByRole('option', { name: /^Oficina do Zé/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/portal/developers')
    await field.press('Enter')
    await page.getByRole('heading', { name: 'Oficina do Zé', level: 1 }).waitFor()
  })

  it('has shortcuts of one key outside of fields, which can be turned off', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    await service.addAccounts(user, ['Padaria Estrela Ltda'])
    const page = await openAs(user, '/portal/accounts')
    const search = page.getByRole('searchbox')
    await search.waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('n?')
    expect(await search.inputValue()).toBe('n?')
    await search.blur()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor()
    await checkScreen(page, 'shortcuts')
    await page.keyboard.press('n')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: 'Nova conta' }).waitFor()

    await page.keyboard.press('?')
    await page.getByLabel('Usar os atalhos de uma só tecla').uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.keyboard.press('Control+Shift+K')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Control+K')
    await page.getByRole('dialog', { name: 'Buscar em tudo' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
  })

  it('ignores the keydown event of autofill, which has no key', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts')
    // An error in the page fails the test.
    await page.evaluate(() => document.body.dispatchEvent(new Event('keydown', { bubbles: true })))
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor()
  })

  it('shows times by the clock of the service if the clock of the device is wrong, and prints the reseller on each page', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const [account] = await service.addAccounts(user, ['Padaria Estrela Ltda'])
    const page = await openAs(user, '/portal/accounts')
    await page.clock.install({ time: Date.now() + 3 * 3_600_000 })
    await page.goto(`/portal/accounts/${account?._id}`)
    const history = page.getByRole('region', { name: 'Histórico' })
    await history.getByText(/^(agora|há \d+ segundos?|há 1 minuto) · /).waitFor()

    const origin = page.getByText(/ · Revenda Estrela · \d/)
    expect(await origin.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    await origin.waitFor()
  })

  it('has no shortcuts of one key while the palette loads', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts')
    await page.getByRole('button', { name: 'Buscar em tudo' }).waitFor()
    const keyPress = deferred()
    await page.route('**/palette-*.js', async (route) => {
      await keyPress.promise
      await route.continue()
    })
    await page.keyboard.press('Control+K')
    await page.keyboard.press('n')
    keyPress.resolve()
    await page.getByRole('dialog', { name: 'Buscar em tudo' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/portal/accounts')
  })

  it.each(LOOKS)(
    'shows the names of the product and the reseller, and first steps while there are no accounts: %s',
    async (name, look) => {
      const { service, openAs } = portal()
      const partner = await service.internal.partners.create.mutate({ name: `Revenda ${'Estrela'.repeat(16)}` })
      const permissions = ['accounts:read', 'accounts:create', 'users:manage'] as const
      const user = await service.addUser({
        partnerId: partner.id,
        permissions: [...permissions],
        name: 'Ana'.repeat(40),
      })
      const page = await openAs(user, '/portal/accounts', look)
      await expect.poll(() => page.title()).toMatch(/ · Ponto & <Cia>$/)
      const manifest = await page.locator('link[rel=manifest]').evaluate((link: HTMLLinkElement) => link.href)
      expect(await (await page.request.get(manifest)).json()).toMatchObject({ name: PRODUCT_NAME })
      const home = page.getByRole('banner').getByRole('link').first()
      expect(await home.textContent()).toBe(`${PRODUCT_NAME}${partner.name}`)
      await page
        .getByRole('listitem')
        .filter({ hasText: /Convidar a equipe|Invite your team/ })
        .waitFor()
      await checkScreen(page, `first-steps-${name}`)
      await page.locator('.account-button').click()
      await page.locator('.menu').waitFor()
      await checkScreen(page, `long-names-${name}`)
    },
  )

  it.each(['light', 'dark'] as const)(
    'shows customers before the search on a phone, and links to call them and write to them: %s',
    async (colorScheme) => {
      const { service, openAs } = portal()
      const user = await service.addUser()
      await service.addAccounts(user, ['Padaria Estrela Ltda', 'Padaria '.repeat(10)])
      const page = await openAs(user, '/portal/accounts', { viewport: { width: 390, height: 844 }, colorScheme })
      await page.getByRole('rowheader', { name: 'Padaria Estrela Ltda' }).waitFor()
      expect(await page.getByRole('searchbox').isVisible()).toBe(false)
      await checkScreen(page, `accounts-first-${colorScheme}`)
      const tools = page.getByRole('button', { name: 'Busca e filtros', exact: true })
      await tools.click()
      // The portal trims the text, which would otherwise exceed the maximum length of a search.
      await page.getByRole('searchbox').fill(`maria${' '.repeat(300)}`)
      await page.getByRole('searchbox').press('Enter')
      await page.getByText('2 contas encontradas.').waitFor()
      expect(await page.getByRole('searchbox').isVisible()).toBe(false)
      // The list shows the administrator's name, because it contains the searched word.
      expect(await page.getByRole('rowheader').first().getByText('Maria da Silva').isVisible()).toBe(true)
      await checkScreen(page, `found-${colorScheme}`)
      await tools.click()
      await page.getByLabel('Criada em').selectOption('Escolher datas…')
      await checkScreen(page, `search-phone-${colorScheme}`)
      await page.getByLabel('Criada em').selectOption('Hoje')
      await page.getByText('2 contas encontradas.').waitFor()
      await page.getByRole('link', { name: 'Padaria Estrela Ltda' }).click()
      const link = (name: string) => page.getByRole('link', { name }).getAttribute('href')
      expect(await link('WhatsApp')).toBe('https://wa.me/5511987654321')
      expect(await link('(11) 98765-4321')).toBe('tel:+5511987654321')
      expect(await link('@estrela.example')).toMatch(/^mailto:maria\.\d+@estrela\.example$/)
      await checkScreen(page, `account-links-${colorScheme}`)
      await page.goto('/portal/accounts/new')
      const submit = page.getByRole('button', { name: 'Criar conta' })
      await submit.waitFor()
      const navigation = await page.getByRole('navigation').first().boundingBox()
      const box = await submit.boundingBox()
      expect(box!.y + box!.height).toBeLessThanOrEqual(navigation!.y)
      expect(await page.getByLabel('Nome completo').getAttribute('autocapitalize')).toBe('words')
    },
  )

  it('shows developers a new idempotency key after each copy and which permissions to ask for, and has shortcuts beside a toast', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/developers')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByText('uma integração com as permissões').waitFor()
    await page.getByRole('button', { name: 'Criar conta' }).click()
    const keyIn = (text: string | null) => /Idempotency-Key: ([0-9a-f]{32})/.exec(text ?? '')?.[1]
    const readKey = async () => keyIn(await page.getByRole('region', { name: 'Exemplo', exact: true }).textContent())
    for (let copies = 0; copies < 2; copies += 1) {
      const key = await readKey()
      expect(key).toBeDefined()
      await page.getByRole('button', { name: 'Copiar Exemplo' }).click()
      await expect.poll(readKey).not.toBe(key)
      expect(keyIn(await page.evaluate(() => navigator.clipboard.readText()))).toBe(key)
    }
    // The toast has the role of a dialog.
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor()
  })

  it('opens rows of the request log: request id, user, meaning of the error and invalid fields', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const url = `${service.origin}/partners/v1/partner-accounts/52998224725`
    const headers = { authorization: `Bearer ${await service.tokenOf(user)}` }
    const response = await fetch(url, { headers })
    await fetch(`${service.origin}/partners/v1/partner-accounts`, { headers, method: 'POST', body: '{}' })
    const page = await openAs(user, '/portal/developers/requests', { viewport: { width: 390, height: 844 } })
    const request = page.getByRole('button', { name: /^GET/ })
    // The service may store the two requests at different times.
    const refresh = async () => {
      await page.getByRole('button', { name: 'Atualizar' }).click()
      return page.getByRole('button', { name: /^(GET|POST)/ }).count()
    }
    await expect.poll(refresh).toBe(2)
    await page.getByRole('link', { name: 'Ana Souza' }).first().click()
    await page.getByRole('button', { name: 'Todos os usuários' }).waitFor()
    await page.getByRole('button', { name: 'POST /partner-accounts' }).click()
    await page.getByText(/^full_name, /).waitFor()
    await page.getByText(`Ana Souza (${user.email})`).waitFor()
    await request.click()
    await page.getByText(response.headers.get('x-request-id') ?? '?').waitFor()
    await page.getByText('Account not found.').waitFor()
    await checkScreen(page, 'request-phone')
    await page.setViewportSize({ width: 1440, height: 900 })
    await checkScreen(page, 'request-wide')
  })
})
