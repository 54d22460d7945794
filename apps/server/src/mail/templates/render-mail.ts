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
  const facts = { signInUrl, reseller: reseller && { ...reseller, name: toSafeText(reseller.name) } }
  const safeContent = toSafeContent(content)
  const copy = { greeting: `Olá, ${safeContent.name}!`, ...template(safeContent, publicUrl, facts) }
  return { subject: copy.subject, text: layOutText(copy), html: layOutHtml(copy) }
}

/** Makes all texts safe to show. This does not change tokens, which are short and have no spaces. */
const toSafeContent = (content: MailContent): MailContent =>
  Object.fromEntries(
    Object.entries(content).map(([field, value]: [string, unknown]) => [field, toSafeValue(value)]),
  ) as MailContent

function toSafeValue(value: unknown): unknown {
  if (typeof value === 'string') return toSafeText(value)
  return Array.isArray(value) ? value.map(String).map(toSafeText) : value
}

/** Longest text that a mail shows, in Unicode code points. */
const MAX_SHOWN_LENGTH = 100
/** In UTF-16 code units. The rest of a longer text is not processed, because stored names may have megabytes. */
const MAX_READ_LENGTH = 1_000

/** Matches white space, control characters and bidirectional marks. */
const DISRUPTIVE = /[\s\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/**
 * Returns a text that cannot disguise the mail: line breaks could imitate paragraphs or headers, bidirectional marks
 * reorder the surrounding text, and mail programs turn addresses into links.
 */
function toSafeText(text: string): string {
  const line = text.slice(0, MAX_READ_LENGTH).replace(DISRUPTIVE, ' ').trim().replaceAll('://', ': ')
  const characters = Array.from(line)
  if (characters.length <= MAX_SHOWN_LENGTH) return line
  return `${characters.slice(0, MAX_SHOWN_LENGTH - 1).join('')}…`
}
