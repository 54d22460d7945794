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

/** @param publicUrl what links begin with, without trailing slash */
export function renderMail(content: MailContent, locale: Locale, publicUrl: string): RenderedMail {
  // The template that `kind` names takes the content of that kind: a link that TypeScript does not follow.
  const template = TEMPLATES[content.kind][locale] as MailTemplate<MailKind>[Locale]
  const copy = template(onOneLine(content), publicUrl)
  return { subject: copy.subject, text: layOutText(copy), html: layOutHtml(copy, locale) }
}

/**
 * Names are free text of strangers. Breaks in them could pass for paragraphs of the mail, or for headers, and marks
 * that turn the direction of writing could disguise what stands around them.
 */
const onOneLine = (content: MailContent): MailContent =>
  Object.fromEntries(
    Object.entries(content).map(([field, value]) => [field, value.replace(DISRUPTIVE, ' ').trim()]),
  ) as MailContent

const DISRUPTIVE = /[\s\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
