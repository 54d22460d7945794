import type { Locale } from '@partner-accounts/api'
import type { MailContent, MailKind } from '@partner-accounts/core'
import { administratorActivation } from './administrator-activation.ts'
import { administratorWelcome } from './administrator-welcome.ts'
import { layOutHtml } from './html-layout.ts'
import type { MailTemplate } from './mail-copy.ts'
import { portalUserInvitation } from './portal-user-invitation.ts'
import { layOutText } from './text-layout.ts'

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

const TEMPLATES: { [Kind in MailKind]: MailTemplate<Kind> } = {
  'portal-user-invitation': portalUserInvitation,
  'administrator-activation': administratorActivation,
  'administrator-welcome': administratorWelcome,
}

/**
 * Renders a mail as text and HTML.
 *
 * @param publicUrl what links begin with, without trailing slash
 */
export function renderMail(content: MailContent, locale: Locale, publicUrl: string): RenderedMail {
  // TypeScript does not see that the template for `kind` takes the content of that kind.
  const template = TEMPLATES[content.kind][locale] as MailTemplate<MailKind>[Locale]
  const copy = template(withSafeNames(content), publicUrl)
  return { subject: copy.subject, text: layOutText(copy), html: layOutHtml(copy, locale) }
}

/** Makes every name safe to show. The token is the service's own, and goes into the link as it is. */
const withSafeNames = (content: MailContent): MailContent =>
  Object.fromEntries(
    Object.entries(content).map(([field, value]) => [field, field === 'activationToken' ? value : safeName(value)]),
  ) as MailContent

/** Unicode code points of a name that a mail shows. */
const MAX_SHOWN_LENGTH = 100
/** UTF-16 code units that are read of a name: rows from before names had a maximum length may hold megabytes. */
const MAX_READ_LENGTH = 1_000

/** White space, control characters, and marks that change the direction of writing. */
const DISRUPTIVE = /[\s\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/**
 * Names are free text of strangers. Line breaks in them could pass for paragraphs of the mail or for headers, marks that
 * change the direction of writing could disguise the text around them, and mail programs would make links of addresses.
 */
function safeName(name: string): string {
  const line = name.slice(0, MAX_READ_LENGTH).replace(DISRUPTIVE, ' ').trim().replaceAll('://', ': ')
  const characters = Array.from(line)
  if (characters.length <= MAX_SHOWN_LENGTH) return line
  return `${characters.slice(0, MAX_SHOWN_LENGTH - 1).join('')}…`
}
