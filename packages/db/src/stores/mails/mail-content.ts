import {
  DomainError,
  MAIL_DELAYS_SECONDS,
  MAIL_PRIORITIES,
  type MailContent,
  type NewMail,
  type SealContext,
  type SealingKeys,
  sealWithKeyring,
  unsealWithKeyring,
} from '@partner-accounts/core'

const contextOf = (mailId: string): SealContext => ({ purpose: 'mail content', owner: mailId })

/** Returns the columns of a mail to queue. The content is encrypted, because it may contain an activation link. */
export const queuedMail = ({ recipient, content }: NewMail, id: string, sealingKeys: SealingKeys) => ({
  id,
  kind: content.kind,
  priority: MAIL_PRIORITIES[content.kind],
  delay: MAIL_DELAYS_SECONDS[content.kind],
  recipient,
  sealedContent: sealWithKeyring(JSON.stringify(content), sealingKeys, contextOf(id)),
})

/** @throws DomainError `mail-key-removed` */
export function unsealContent(mailId: string, sealed: Uint8Array, sealingKeys: SealingKeys): MailContent {
  try {
    return JSON.parse(unsealWithKeyring(sealed, sealingKeys, contextOf(mailId))) as MailContent
  } catch (cause) {
    throw Object.assign(new DomainError('mail-key-removed'), { cause })
  }
}
