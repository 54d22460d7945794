import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { MailContent, RenderedMail, StoredMail } from './mail.ts'

/** A mail as its recipient sees it, except that the link does not work. */
export interface MailPreview extends RenderedMail {
  mail: StoredMail
}

/** Stands for the token of a link. */
const HIDDEN = '***'

/**
 * Renders a mail that has not been sent. The token of its link is hidden before, so that a preview never contains it.
 *
 * @throws DomainError `mail-unknown`, `mail-content-erased` for a mail that was sent, `mail-key-removed`, `mail-kind-unknown`
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
