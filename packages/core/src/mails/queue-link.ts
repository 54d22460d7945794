import type { Stores } from '../dependencies.ts'
import { normalizeEmail } from '../identity/email.ts'
import { discardMails } from './discard-mail.ts'
import type { NewMail } from './mail.ts'

/**
 * Queues a mail with a link that replaces the previous one. Discards unsent mails with the previous link: after a delay, such
 * a mail would be the recipient's latest, and its link would be invalid.
 */
export async function queueLink(stores: Stores, mail: NewMail): Promise<void> {
  const { recipient, content, partnerId, accountId } = mail
  const { kind } = content
  const address = normalizeEmail(recipient)
  if (address) await discardMails(stores, { kind, recipient: address, partnerId, accountId })
  await stores.mails.queue(mail)
}
