import type { Locale } from '@partner-accounts/api'
import type { SendMailOptions } from 'nodemailer'
import { DeliveryError } from './delivery-error.ts'
import { isPlainAddress, type MailSender } from '../settings/mail-address.ts'
import type { OutgoingMail } from './mail-transport.ts'
import { renderMail } from './templates/render-mail.ts'

/** The properties that all mails share. */
export interface MailIdentity {
  sender: MailSender
  /** The base of links, without trailing slash. */
  publicUrl: string
  locale: Locale
  /** Where administrators sign in. */
  administratorSignInUrl?: string | undefined
}

/**
 * Returns the message in nodemailer's format, for any transport.
 *
 * @throws DeliveryError when the recipient is not a plain address
 */
export function composeMessage(
  mail: OutgoingMail,
  { sender, publicUrl, locale, administratorSignInUrl: signInUrl }: MailIdentity,
): SendMailOptions {
  // Any other form might be parsed as several recipients.
  if (!isPlainAddress(mail.recipient)) throw new DeliveryError('invalid recipient', true)
  return {
    ...renderMail(mail.content, locale, publicUrl, { reseller: mail.reseller, signInUrl }),
    from: { name: sender.name, address: sender.address },
    to: { name: '', address: mail.recipient },
    // The same in every attempt, so mailboxes can recognise a mail that was delivered twice after a crash.
    messageId: `<${mail.id}@${sender.host}>`,
    headers: {
      // Suppresses automatic replies, such as absence notes (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      'Content-Language': locale,
    },
  }
}
