import { describe, expect, it } from 'vitest'
import type { Portal } from './browser.ts'

interface Creation {
  path: string
  /** Name of the button that opens the dialog, and of the button that submits it. */
  button: string
  fields: Record<string, string>
  procedure: string
}

const CREATIONS: Creation[] = [
  {
    path: '/portal/developers',
    button: 'Nova integração',
    fields: { 'Nome do programa': 'ERP' },
    procedure: 'team.createIntegration',
  },
  {
    path: '/portal/webhooks',
    button: 'Novo webhook',
    fields: { URL: 'http://127.0.0.1:9/events' },
    procedure: 'webhooks.create',
  },
  {
    path: '/portal/team',
    button: 'Convidar',
    fields: { Nome: 'Bia Lima', 'E-mail': 'bia@duas-vezes.example' },
    procedure: 'team.invite',
  },
]

export const testPresses = (portal: () => Portal) =>
  describe('two presses', () => {
    it.each(CREATIONS)('send $procedure once', async ({ path, button, fields, procedure }) => {
      const { service, openAs } = portal()
      const permissions = ['accounts:read', 'accounts:create', 'users:manage', 'webhooks:manage'] as const
      const user = await service.addUser({ permissions: [...permissions] })
      const page = await openAs(user, path)
      let sent = 0
      page.on('request', (request) => {
        if (request.url().endsWith(`/trpc/${procedure}`)) sent += 1
      })
      const pressTwice = async (how: 'on a slow mouse' | 'before the page is rendered') => {
        await page.getByRole('button', { name: button, exact: true }).click()
        const dialog = page.getByRole('dialog')
        for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(text)
        const submit = dialog.getByRole('button', { name: button, exact: true })
        if (how === 'on a slow mouse') return submit.dblclick({ delay: 100 })
        const response = page.waitForResponse((each) => each.url().endsWith(`/trpc/${procedure}`))
        await submit.evaluate((element: HTMLButtonElement) => {
          element.click()
          element.click()
        })
        return response
      }
      await pressTwice('before the page is rendered')
      await page
        .getByRole('dialog')
        .filter({ has: page.getByRole('button', { name: button }) })
        .waitFor({ state: 'detached' })
      expect(sent).toBe(1)
      await page.reload()
      await pressTwice('on a slow mouse')
      await expect.poll(() => sent).toBe(2)
      await page.waitForLoadState('networkidle')
      expect(sent).toBe(2)
    })
  })
