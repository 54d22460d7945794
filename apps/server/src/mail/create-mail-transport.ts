import { LOCALES } from '@partner-accounts/api'
import { EmlMailTransport } from './eml-mail-transport.ts'
import { parseMailSender } from '../settings/mail-address.ts'
import type { MailTransport } from './mail-transport.ts'
import { SmtpMailTransport } from './smtp-mail-transport.ts'

/** RFC 2606: a name that nobody has, so that no mail of a development machine passes for someone's. */
const DEVELOPMENT_SENDER = 'Partner Accounts <no-reply@partner-accounts.example>'

export interface MailTransportOptions {
  /** Undefined: `.eml` files in the folder. */
  smtpUrl: string | undefined
  /** Undefined: a development sender. */
  from: string | undefined
  folder: string
  /** What links begin with, without trailing slash. */
  publicUrl: string
}

/** @throws Error when the sender is no address */
export function createMailTransport({ smtpUrl, from, folder, publicUrl }: MailTransportOptions): MailTransport {
  // Nobody has told which language a recipient reads: it is the first one.
  const identity = { sender: parseMailSender(from ?? DEVELOPMENT_SENDER), publicUrl, locale: LOCALES[0] }
  return smtpUrl === undefined ? new EmlMailTransport(folder, identity) : new SmtpMailTransport(smtpUrl, identity)
}
