import type { ComposeMail, RenderMail } from '@partner-accounts/core'
import { parseMailSender } from '../settings/mail-address.ts'
import type { MailSettings } from '../settings/settings.ts'
import { composeEml, createEmlMailTransport } from './eml-mail-transport.ts'
import type { MailTransport } from './mail-transport.ts'
import { SmtpMailTransport } from './smtp-mail-transport.ts'
import { renderMail } from './templates/render-mail.ts'

/** Reserved (RFC 2606): development mails are nobody's. */
const DEVELOPMENT_SENDER = 'Partner Accounts <no-reply@partner-accounts.example>'

/**
 * @param folder for `.eml` files, without an SMTP server
 * @throws Error when the sender is not an address
 */
export function createMailTransport(
  { smtpUrl, smtp, from }: Omit<MailSettings, 'administratorSignInUrl'>,
  folder: string,
  render: RenderMail,
): MailTransport {
  const identity = identityOf(from, render)
  return smtpUrl === undefined
    ? createEmlMailTransport(folder, identity)
    : new SmtpMailTransport(smtpUrl, identity, smtp)
}

/** Composes mails that are shown. */
export function createMailComposer({ from }: Pick<MailSettings, 'from'>, render: RenderMail): ComposeMail {
  const identity = identityOf(from, render)
  return async (mail) => (await composeEml(mail, identity)).toString()
}

const identityOf = (from: string | undefined, render: RenderMail) => ({
  sender: parseMailSender(from ?? DEVELOPMENT_SENDER),
  render,
})

/** @param publicUrl without trailing slash */
export const createMailRenderer =
  (publicUrl: string, signInUrl: string | undefined): RenderMail =>
  ({ content, reseller }) =>
    renderMail(content, publicUrl, { reseller, signInUrl })
