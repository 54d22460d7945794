import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { MailContent, MailSummary, RenderedMail } from './mail.ts'

export type MailPreview = MailSummary & RenderedMail

const HIDDEN = '***'

/**
 * Hides the token of an unsent mail's link unless a test partner keeps the mail.
 *
 * @throws `mail-unknown`, `mail-content-erased` for a sent mail, `mail-key-removed`
 */
export async function previewMail(
  { stores: { mails }, renderMail }: Pick<Dependencies, 'stores' | 'renderMail'>,
  { id }: { id: string },
): Promise<MailPreview> {
  const found = await mails.find(id)
  if (!found) throw new DomainError('mail-unknown')
  const { content, reseller, ...mail } = found
  if (!content) throw new DomainError('mail-content-erased')
  return { ...mail, ...renderMail({ content: found.status === 'kept' ? content : withoutToken(content), reseller }) }
}

function withoutToken(content: MailContent): MailContent {
  if ('activationToken' in content) return { ...content, activationToken: HIDDEN }
  return 'resetToken' in content ? { ...content, resetToken: HIDDEN } : content
}
