import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { MailContent, RenderedMail, StoredMail } from './mail.ts'

export interface MailPreview extends RenderedMail {
  mail: StoredMail
}

const HIDDEN = '***'

/**
 * Renders an unsent mail, with the token of its link hidden.
 *
 * @throws DomainError `mail-unknown`, `mail-content-erased` for a sent mail, `mail-key-removed`, `mail-kind-unknown`
 */
export async function previewMail(
  { stores: { mails }, renderMail }: Pick<Dependencies, 'stores' | 'renderMail'>,
  { id }: { id: string },
): Promise<MailPreview> {
  const mail = await mails.find(id)
  if (!mail) throw new DomainError('mail-unknown')
  if (!mail.content) throw new DomainError('mail-content-erased')
  return { mail, ...renderMail({ content: withoutToken(mail.content), reseller: mail.reseller }) }
}

function withoutToken(content: MailContent): MailContent {
  if ('activationToken' in content) return { ...content, activationToken: HIDDEN }
  return 'resetToken' in content ? { ...content, resetToken: HIDDEN } : content
}
