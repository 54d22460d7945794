import type { MailContent, MailKind, RenderedMail } from '@partner-accounts/core'
import { layOutHtml, layOutText } from './layout.ts'
import { MAIL_TEMPLATES, type MailFacts, type MailTemplate } from './mail-templates.ts'

/** @param publicUrl without trailing slash */
export function renderMail(
  content: MailContent,
  publicUrl: string,
  { reseller, signInUrl }: MailFacts = {},
): RenderedMail {
  // TypeScript cannot relate a kind's template to its content.
  const template = MAIL_TEMPLATES[content.kind] as MailTemplate<MailKind>
  const facts = { signInUrl, reseller: reseller && { ...reseller, name: safeName(reseller.name) } }
  const shown = withSafeNames(content)
  const copy = { greeting: `Olá, ${shown.name}!`, ...template(shown, publicUrl, facts) }
  return { subject: copy.subject, text: layOutText(copy), html: layOutHtml(copy) }
}

/** Makes texts safe to show. Tokens are not changed. */
const withSafeNames = (content: MailContent): MailContent =>
  Object.fromEntries(
    Object.entries(content).map(([field, value]: [string, unknown]) => [field, withSafeText(value)]),
  ) as MailContent

function withSafeText(value: unknown): unknown {
  if (typeof value === 'string') return safeName(value)
  return Array.isArray(value) ? value.map(String).map(safeName) : value
}

/** In Unicode code points. */
const MAX_SHOWN_LENGTH = 100
/** In UTF-16 code units. Stored names may contain megabytes. */
const MAX_READ_LENGTH = 1_000

/** White space, control characters and bidirectional marks. */
const DISRUPTIVE = /[\s\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/**
 * Returns a name that cannot disguise the mail: line breaks could imitate paragraphs or headers, bidirectional marks
 * reorder the surrounding text, and mail programs turn addresses into links.
 */
function safeName(name: string): string {
  const line = name.slice(0, MAX_READ_LENGTH).replace(DISRUPTIVE, ' ').trim().replaceAll('://', ': ')
  const characters = Array.from(line)
  if (characters.length <= MAX_SHOWN_LENGTH) return line
  return `${characters.slice(0, MAX_SHOWN_LENGTH - 1).join('')}…`
}
