import type { RenderMail } from '@partner-accounts/core'
import type { SendMailOptions } from 'nodemailer'
import { isPlainAddress, type MailSender } from '../settings/mail-address.ts'
import { DeliveryError } from './delivery-error.ts'
import type { OutgoingMail } from './mail-transport.ts'
import { MAIL_LOCALE } from './templates/mail-copy.ts'

export interface MailIdentity {
  sender: MailSender
  render: RenderMail
}

/** @throws DeliveryError when the recipient is not a plain address */
export function composeMessage(mail: OutgoingMail, { sender, render }: MailIdentity): SendMailOptions {
  // Other forms might be parsed as several recipients.
  if (!isPlainAddress(mail.recipient)) throw new DeliveryError('invalid recipient', true)
  return {
    ...render(mail),
    from: { name: sender.name, address: sender.address },
    to: { name: '', address: mail.recipient },
    // The id stays the same, so that mailboxes recognize a mail that is delivered twice after a crash.
    messageId: `<${mail.id}@${sender.host}>`,
    headers: {
      // Suppresses absence notes (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      'Content-Language': MAIL_LOCALE,
    },
  }
}
