import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describePortal, signIn } from './browser.ts'
import { judge } from './judge.ts'
import { sampleAccount } from './sample-account.ts'

const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

describePortal('signing in', {}, (portal) => {
  it('explains a wrong password and a user who is not activated', async () => {
    const { service, open } = portal()
    const user = await service.addUser()
    const { email } = await service.invite()
    const page = await open('/portal/sign-in')
    await signIn(page, user.email, 'wrong')
    await page.getByRole('alert').filter({ hasText: 'E-mail ou senha não conferem' }).waitFor()
    await signIn(page, email)
    await page.getByText('ainda não foi ativado. Abra o link do e-mail').waitFor()
  })

  it('returns to the page from before signing out', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/accounts?page=2')
    expect(pathOf(page)).toBe('/portal/accounts?page=2')
    await page.getByRole('button', { name: 'Ana Souza' }).click()
    await page.getByRole('button', { name: 'Sair' }).click()
    await page.getByText('Você saiu.').waitFor()
    await signIn(page, user.email)
    await page.getByRole('navigation').first().waitFor()
    expect(pathOf(page)).toBe('/portal/accounts?page=2')
  })

  it('is shared by the tabs of a browser, signs out all of them, and stores the password nowhere', async () => {
    const { service, openAs, open } = portal()
    const page = await openAs(await service.addUser(), '/portal')
    const stored = await page.evaluate(
      () => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage }),
    )
    expect(stored).toContain('eyJ')
    expect(stored).not.toContain('correct horse')
    await page.reload()
    await page.getByRole('navigation').first().waitFor()
    const tab = await page.context().newPage()
    await tab.goto(`${service.origin}/portal/developers`)
    await tab.getByRole('heading', { name: 'Para desenvolvedores' }).waitFor()

    await page.getByRole('button', { name: 'Ana Souza' }).click()
    await page.getByRole('button', { name: 'Sair' }).click()
    await tab.getByText('Você saiu.').waitFor()

    // In another browser, nobody has signed out.
    const other = await open('/portal/accounts')
    await other.getByRole('heading', { name: 'Entrar' }).waitFor()
    expect(await other.getByText('Você saiu.').count()).toBe(0)
  })

  it('asks for the password above the page when a token is rejected, and then continues', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/accounts/new')
    // A reload forgets the password; the token is then rejected.
    await page.evaluate(() => {
      const stored = JSON.parse(sessionStorage['partner-accounts.session'] as string) as object
      sessionStorage['partner-accounts.session'] = JSON.stringify({ ...stored, token: 'eyJ.rejected' })
    })
    await page.reload()
    await page.getByRole('alertdialog', { name: 'Sua sessão terminou' }).waitFor()
    await judge(page, 'sign-in-again')
    await signIn(page, undefined)
    await page.getByRole('heading', { name: 'Nova conta' }).waitFor()
  })
})

const LIFETIME_SECONDS = 6

describePortal('a session', { TOKEN_LIFETIME_SECONDS: String(LIFETIME_SECONDS) }, (portal) => {
  it('is renewed before its token expires', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    const tokens = new Set<string>()
    for (let second = 0; second < LIFETIME_SECONDS + 2; second += 1) {
      tokens.add(await page.evaluate(() => String(sessionStorage['partner-accounts.session'])))
      await page.waitForTimeout(1000)
    }
    expect(tokens.size).toBeGreaterThan(1)
    expect(await page.getByRole('alertdialog').count()).toBe(0)
  })

  it('keeps what was typed when it expires in the middle of a form', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/accounts/new')
    await page.reload()
    await page.getByLabel('Razão social ou nome').fill(sampleAccount('Padaria Sol').company_doc.name)
    await page.getByLabel('CNPJ', { exact: true }).pressSequentially('12abc34501de35')
    await page.getByRole('alertdialog', { name: 'Sua sessão terminou' }).waitFor()
    await signIn(page, undefined)
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Razão social ou nome').inputValue()).toBe('Padaria Sol')
    expect(await page.getByLabel('CNPJ', { exact: true }).inputValue()).toBe('12.ABC.345/01DE-35')
  })
})
