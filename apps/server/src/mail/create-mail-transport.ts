import { LOCALES } from '@partner-accounts/api'
import type { RenderMail } from '@partner-accounts/core'
import { EmlMailTransport } from './eml-mail-transport.ts'
import { parseMailSender } from '../settings/mail-address.ts'
import type { MailTransport } from './mail-transport.ts'
import type { SmtpSettings } from '../settings/smtp-settings.ts'
import { renderMail } from './templates/render-mail.ts'
import { SmtpMailTransport } from './smtp-mail-transport.ts'

/** Uses a reserved domain (RFC 2606), so mails of a development machine cannot be taken for anyone's. */
const DEVELOPMENT_SENDER = 'Partner Accounts <no-reply@partner-accounts.example>'

/** The language of a recipient is unknown, so all mails use the default. */
const LOCALE = LOCALES[0]

/** What links in mails lead to. */
interface Links {
  /** The base of links, without trailing slash. */
  publicUrl: string
  /** Where administrators sign in. */
  administratorSignInUrl?: string | undefined
}

export interface MailTransportOptions extends Links {
  /** `undefined`: mails are written as `.eml` files into `folder`. */
  smtpUrl: string | undefined
  smtp?: SmtpSettings
  /** `undefined`: a development sender. */
  from: string | undefined
  folder: string
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
  const identity = {
    sender: parseMailSender(from ?? DEVELOPMENT_SENDER),
    publicUrl,
    administratorSignInUrl,
    locale: LOCALE,
  }
  return smtpUrl === undefined ? new EmlMailTransport(folder, identity) : new SmtpMailTransport(smtpUrl, identity, smtp)
}

/** Creates the function that renders mails as the transport sends them. */
export const createMailRenderer =
  ({ publicUrl, administratorSignInUrl: signInUrl }: Links): RenderMail =>
  ({ content, reseller }) =>
    renderMail(content, LOCALE, publicUrl, { reseller, signInUrl })
