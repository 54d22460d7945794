import { describe, expect, it } from 'vitest'
import { stubDependencies } from '../../test/stub-dependencies.ts'
import type { StoredMail } from './mail-store.ts'
import type { MailContent, Reseller } from './mail.ts'
import { previewMail } from './preview-mail.ts'

const RESELLER: Reseller = { name: 'Revenda', email: undefined }

/** Previews the mail `m1` with this content. Its text is the JSON of what `renderMail` receives. */
function preview(content: MailContent | undefined, requestedId = 'm1') {
  const mail = { id: 'm1', content, reseller: RESELLER } as StoredMail
  const { stores } = stubDependencies({ mails: { find: (id) => Promise.resolve(id === mail.id ? mail : undefined) } })
  const renderMail = (rendered: unknown) => ({ subject: 's', text: JSON.stringify(rendered), html: 'h' })
  const composeMail = (composed: unknown) => Promise.resolve(JSON.stringify(composed))
  return previewMail({ stores, renderMail, composeMail }, { id: requestedId })
}

describe('previewMail', () => {
  const names = { name: 'Ana', accountName: 'Padaria', partnerName: 'Revenda' }
  it.each<[MailContent, hidden: object]>([
    [{ kind: 'administrator-activation', ...names, activationToken: 'pal_1' }, { activationToken: '***' }],
    [
      { kind: 'portal-user-invitation', ...names, permissions: [], activationToken: 'pal_1' },
      { activationToken: '***' },
    ],
    [{ kind: 'password-reset', ...names, resetToken: 'pal_1' }, { resetToken: '***' }],
    [{ kind: 'administrator-welcome', ...names }, {}],
  ])('renders %j for its reseller, with the token of its link hidden', async (content, hidden) => {
    const { id, subject, text, html, message } = await preview(content)
    expect([id, subject, html]).toEqual(['m1', 's', 'h'])
    const shown = { content: { ...content, ...hidden }, reseller: { name: 'Revenda' } }
    expect(JSON.parse(text)).toEqual(shown)
    expect(JSON.parse(message)).toEqual({ id: 'm1', ...shown })
  })

  it('rejects an unknown mail, and a mail whose content was erased after it was sent', async () => {
    await expect(preview(undefined)).rejects.toMatchObject({ kind: 'mail-content-erased' })
    await expect(preview(undefined, 'm2')).rejects.toMatchObject({ kind: 'mail-unknown' })
  })
})
