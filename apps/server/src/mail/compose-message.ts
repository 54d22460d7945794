import type { Locale } from '@partner-accounts/api'
import type { SendMailOptions } from 'nodemailer'
import { DeliveryError } from './delivery-error.ts'
import { isPlainAddress, type MailSender } from '../settings/mail-address.ts'
import type { OutgoingMail } from './mail-transport.ts'
import { renderMail } from './templates/render-mail.ts'

/** What all mails have in common. */
export interface MailIdentity {
  sender: MailSender
  /** What links begin with, without trailing slash. */
  publicUrl: string
  locale: Locale
}

/** The message as nodemailer takes it, whatever carries it. */
export function composeMessage(mail: OutgoingMail, { sender, publicUrl, locale }: MailIdentity): SendMailOptions {
  // In another form it might become several recipients.
  if (!isPlainAddress(mail.recipient)) throw new DeliveryError('invalid recipient', true)
  return {
    ...renderMail(mail.content, locale, publicUrl),
    from: { name: sender.name, address: sender.address },
    to: { name: '', address: mail.recipient },
    // The same each time it is delivered: mailboxes show what came twice after a crash as one.
    messageId: `<${mail.id}@${sender.host}>`,
    headers: {
      // RFC 3834: absence notes and the like leave it unanswered.
      'Auto-Submitted': 'auto-generated',
      'Content-Language': locale,
    },
  }
}
