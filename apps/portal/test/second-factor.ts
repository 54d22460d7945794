import { readFileSync } from 'node:fs'
import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Look, type Portal, signIn } from './browser.ts'
import { checkScreen } from './check-screen.ts'
import { PASSWORD } from './portal-service.ts'

const LOOKS: [name: string, look: Look][] = [
  ['wide', { viewport: { width: 1440, height: 900 }, locale: 'en', colorScheme: 'dark' }],
  ['phone', { viewport: { width: 390, height: 844 } }],
]
/** How long a code of the app is valid. */
const STEP_SECONDS = 30

/** Adds a second factor on the profile page. @returns its secret and recovery codes */
async function addSecondFactor(page: Page, look: string) {
  await page.getByLabel(/^(Sua senha|Your password)$/).fill(PASSWORD)
  await page.getByRole('button', { name: /^(Ativar|Add)$/ }).click()
  await page.getByRole('img', { name: /QR/ }).waitFor()
  await checkScreen(page, `second-factor-setup-${look}`)
  const secret = (await page.locator('.credential dd').first().textContent()) ?? ''
  await page.getByLabel(/^(Código que|Code in)/).fill(generateSync({ secret }))
  await page.getByRole('button', { name: /^(Confirmar|Confirm)$/ }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  await checkScreen(page, `recovery-codes-${look}`)
  const codes = (await dialog.locator('dd').first().textContent()) ?? ''
  await page.getByRole('button', { name: /^(Já guardei|I have saved them)$/ }).click()
  await page.getByRole('button', { name: /^(Remover segundo fator|Remove second factor)$/ }).waitFor()
  return { secret, codes: codes.split('\n') }
}

/** Creates new recovery codes. @returns the codes of the downloaded file, which has two lines before them */
async function reissueCodes(page: Page, code: string): Promise<string[]> {
  await page.getByRole('button', { name: /^(Gerar novos códigos|Create new codes)$/ }).click()
  await page.getByLabel(/^(Código que|Code in)/).fill(code)
  await page.getByRole('button', { name: /^(Gerar novos códigos|Create new codes)$/ }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^(Baixar arquivo|Download file)$/ }).click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  await page.getByRole('button', { name: /^(Já guardei|I have saved them)$/ }).click()
  return lines.slice(2)
}

export const testSecondFactor = (portal: () => Portal) =>
  describe('a second factor', () => {
    it.each(LOOKS)(
      'is added, requested at sign-in and removed, on pages without accessibility violations: %s',
      async (name, look) => {
        const { service, openAs, open } = portal()
        const user = await service.addUser()
        const page = await openAs(user, '/portal/profile', look)
        const { secret, codes } = await addSecondFactor(page, name)
        expect(codes).toHaveLength(10)
        await page.getByText(/^(Códigos de recuperação sem uso|Unused recovery codes): 10$/).waitFor()
        await checkScreen(page, `second-factor-active-${name}`)
        const reissued = await reissueCodes(page, codes[9] ?? '')
        expect(reissued).toHaveLength(10)

        const other = await open('/portal/sign-in', look)
        await signIn(other, user.email)
        const code = other.getByLabel(/^(Código|Code)$/)
        await code.fill('000000')
        const submit = other.getByRole('button', { name: /^(Entrar|Sign in)$/ })
        await submit.click()
        await other.getByText(/O código não confere|The code is wrong/).waitFor()
        await checkScreen(other, `second-factor-sign-in-${name}`)
        // A code is accepted once, and adding the factor used the current one.
        await code.fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + STEP_SECONDS }))
        await submit.click()
        await other.getByRole('navigation').first().waitFor()
        await other.goto('/portal/profile')
        await other.getByLabel(/^(Código do aplicativo|Code from the app)/).fill(reissued[0] ?? '')
        await other.getByRole('button', { name: /^(Remover segundo fator|Remove second factor)$/ }).click()
        await other.getByRole('button', { name: /^(Ativar|Add)$/ }).waitFor()
      },
    )

    it('is requested before anything else if a manager requires it, and can be reset when lost', async () => {
      const { service, openAs } = portal()
      const manager = await service.addUser({ permissions: ['accounts:read', 'accounts:create', 'users:manage'] })
      const colleague = await service.addUser({ partnerId: manager.partnerId, name: 'Bia Lima' })
      const page = await openAs(manager, '/portal/team')
      await page.getByRole('button', { name: 'Exigir de todos' }).click()
      await page.getByRole('alertdialog', { name: 'Antes, ative o seu segundo fator' }).waitFor()
      await page.getByRole('link', { name: 'Ir para meu perfil' }).click()
      await addSecondFactor(page, 'manager')
      await page.getByRole('link', { name: 'Equipe' }).click()
      await page.getByRole('button', { name: 'Exigir de todos' }).click()
      await page.getByText('Ainda sem segundo fator: Bia Lima.').waitFor()
      await checkScreen(page, 'second-factor-require')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Exigir de todos' }).click()
      await page.getByRole('button', { name: 'Deixar de exigir' }).waitFor()

      const other = await openAs(colleague, '/portal/accounts')
      await other.getByText('Sua revenda exige um segundo fator.').waitFor()
      await addSecondFactor(other, 'required-colleague')
      await other.getByRole('link', { name: 'Contas' }).click()
      await other.getByRole('heading', { name: 'Contas' }).waitFor()

      await page.goto('/portal/team')
      await page.getByText('com segundo fator').nth(1).waitFor()
      await page.getByRole('button', { name: 'Deixar de exigir' }).waitFor()
      await page.getByRole('button', { name: 'Alterar Bia Lima' }).click()
      await page.getByRole('dialog', { name: 'Bia Lima' }).waitFor()
      await checkScreen(page, 'team-member-with-second-factor')
      await page.getByRole('button', { name: 'Remover segundo fator' }).click()
      await page.getByRole('alertdialog', { name: 'Remover o segundo fator de Bia Lima?' }).waitFor()
      await page.getByRole('button', { name: 'Remover segundo fator' }).click()
      await page.getByText('O segundo fator de Bia Lima foi removido.').waitFor()
      await page.getByRole('link', { name: 'Atividade' }).click()
      await page.getByText('Removeu o segundo fator de Bia Lima').waitFor()
      await page.getByText('Passou a exigir o segundo fator').waitFor()
    })
  })
