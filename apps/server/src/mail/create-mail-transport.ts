import { LOCALES } from '@partner-accounts/api'
import { EmlMailTransport } from './eml-mail-transport.ts'
import { parseMailSender } from '../settings/mail-address.ts'
import type { MailTransport } from './mail-transport.ts'
import type { SmtpSettings } from '../settings/smtp-settings.ts'
import { SmtpMailTransport } from './smtp-mail-transport.ts'

/** Uses a reserved domain (RFC 2606), so mails of a development machine cannot be taken for anyone's. */
const DEVELOPMENT_SENDER = 'Partner Accounts <no-reply@partner-accounts.example>'

export interface MailTransportOptions {
  /** `undefined`: mails are written as `.eml` files into `folder`. */
  smtpUrl: string | undefined
  smtp?: SmtpSettings
  /** `undefined`: a development sender. */
  from: string | undefined
  folder: string
  /** The base of links, without trailing slash. */
  publicUrl: string
  /** Where administrators sign in. */
  administratorSignInUrl?: string | undefined
}

/**
 * Creates the transport for the configured way of sending mails.
 *
 * @throws Error when the sender is not an address
 */
export function createMailTransport({
  smtpUrl,
  smtp,
  from,
  folder,
  publicUrl,
  administratorSignInUrl,
}: MailTransportOptions): MailTransport {
  // The language of a recipient is unknown, so all mails use the default.
  const identity = {
    sender: parseMailSender(from ?? DEVELOPMENT_SENDER),
    publicUrl,
    administratorSignInUrl,
    locale: LOCALES[0],
  }
  return smtpUrl === undefined ? new EmlMailTransport(folder, identity) : new SmtpMailTransport(smtpUrl, identity, smtp)
}
