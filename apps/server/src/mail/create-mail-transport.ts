import path from 'node:path'
import type { Settings } from '../settings/settings.ts'
import type { MailIdentity } from './compose-message.ts'
import { createEmlMailTransport } from './eml-mail-transport.ts'
import type { MailTransport } from './mail-transport.ts'
import { SmtpMailTransport } from './smtp-mail-transport.ts'
import { renderMail } from './templates/render-mail.ts'

/** Without an SMTP server, mails become `.eml` files. */
export function createMailTransport(settings: Settings): MailTransport {
  const { smtpUrl, smtp } = settings.mail
  const identity = mailIdentityOf(settings)
  return smtpUrl === undefined
    ? createEmlMailTransport(path.join(settings.dataDirectory, 'mail'), identity)
    : new SmtpMailTransport(smtpUrl, identity, smtp)
}

export const mailIdentityOf = ({ publicUrl, mail }: Pick<Settings, 'publicUrl' | 'mail'>): MailIdentity => ({
  sender: mail.from,
  render: ({ content, reseller }) =>
    renderMail(content, publicUrl, { reseller, signInUrl: mail.administratorSignInUrl }),
})
