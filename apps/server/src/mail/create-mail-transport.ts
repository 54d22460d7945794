import { LOCALES } from '@partner-accounts/api'
import type { RenderMail } from '@partner-accounts/core'
import { parseMailSender } from '../settings/mail-address.ts'
import type { MailSettings } from '../settings/settings.ts'
import { EmlMailTransport } from './eml-mail-transport.ts'
import type { MailTransport } from './mail-transport.ts'
import { SmtpMailTransport } from './smtp-mail-transport.ts'
import { renderMail } from './templates/render-mail.ts'

/** Uses a reserved domain (RFC 2606), so mails of a development machine cannot be taken for anyone's. */
const DEVELOPMENT_SENDER = 'Partner Accounts <no-reply@partner-accounts.example>'

/** The language of a recipient is unknown, so all mails use the default. */
const LOCALE = LOCALES[0]

/**
 * Creates the transport for the configured way of sending mails.
 *
 * @param folder for mails as `.eml` files, if no SMTP server is configured
 * @throws Error when the sender is not an address
 */
export function createMailTransport(
  { smtpUrl, smtp, from }: Omit<MailSettings, 'administratorSignInUrl'>,
  folder: string,
  render: RenderMail,
): MailTransport {
  const identity = { sender: parseMailSender(from ?? DEVELOPMENT_SENDER), locale: LOCALE, render }
  return smtpUrl === undefined ? new EmlMailTransport(folder, identity) : new SmtpMailTransport(smtpUrl, identity, smtp)
}

/**
 * Creates the function that renders mails.
 *
 * @param publicUrl the base of links, without trailing slash
 * @param signInUrl where administrators sign in
 */
export const createMailRenderer =
  (publicUrl: string, signInUrl: string | undefined): RenderMail =>
  ({ content, reseller }) =>
    renderMail(content, LOCALE, publicUrl, { reseller, signInUrl })
