import type { Dependencies } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import type { MailContent, MailSummary, RenderedMail } from './mail.ts'

export type MailPreview = MailSummary & RenderedMail & { message: string }

const HIDDEN = '***'

/**
 * Returns an unsent mail as its recipient would see it. Hides the token of the mail's link, except in mails of test
 * partners, which are kept in place of being sent.
 *
 * @throws `mail-unknown`, `mail-content-erased` for a sent mail, `mail-key-removed`
 */
export async function previewMail(
  { stores: { mails }, renderMail, composeMail }: Pick<Dependencies, 'stores' | 'renderMail' | 'composeMail'>,
  { id }: { id: string },
): Promise<MailPreview> {
  const { content: stored, reseller, ...mail } = required(await mails.find(id), 'mail-unknown')
  if (!stored) throw new DomainError('mail-content-erased')
  const content = mail.status === 'kept' ? stored : withoutToken(stored)
  const message = await composeMail({ ...mail, content, reseller })
  return { ...mail, ...renderMail({ content, reseller }), message }
}

function withoutToken(content: MailContent): MailContent {
  if ('activationToken' in content) return { ...content, activationToken: HIDDEN }
  return 'resetToken' in content ? { ...content, resetToken: HIDDEN } : content
}
