import { PARTNER_ERRORS, type PartnerErrorKind } from '@partner-accounts/rules'
import { ERROR_ADVICE, FIELD_ADVICE } from '../words/error-advice.ts'
import type { RenderContext } from './context.ts'
import { heading } from './heading.ts'
import { html, type Html } from './html.ts'
import { inlineMarkdown, markdown } from './markdown.ts'

export function errorsSection(context: RenderContext): Html {
  const { words, locale } = context
  const kindsByCode = new Map<number, PartnerErrorKind[]>()
  for (const kind of Object.keys(PARTNER_ERRORS) as PartnerErrorKind[]) {
    const { code } = PARTNER_ERRORS[kind]
    kindsByCode.set(code, [...(kindsByCode.get(code) ?? []), kind])
  }
  return html`<section id="errors" data-search>
    ${heading(2, 'errors', words.errors, context)} ${markdown(words.errorsLead)}
    <dl class="errors">
      ${[...kindsByCode].map(([code, kinds]) => {
        const { status } = PARTNER_ERRORS[kinds[0]!]
        return html`<dt id="error-${code}" data-search>
            <span class="status failure">${status}</span> <code>_code ${code}</code>
            <span class="type">${kinds.join(', ')}</span>
            <a class="anchor" href="#error-${code}" aria-label="${words.linkTo}">#</a>
          </dt>
          ${kinds.map((kind) => {
            const { message, uiMessage } = PARTNER_ERRORS[kind]
            return html`<dd>
              <p>${inlineMarkdown(ERROR_ADVICE[kind][locale])}</p>
              <p class="muted"><span lang="en">${message}</span> · ${uiMessage[locale]}</p>
            </dd>`
          })}`
      })}
      <dt id="error-invalid-fields" data-search>
        <span class="status failure">422</span> <code>_code ${words.none}</code>
        <span class="type">${words.invalidFields}</span>
        <a class="anchor" href="#error-invalid-fields" aria-label="${words.linkTo}">#</a>
      </dt>
      <dd><p>${inlineMarkdown(FIELD_ADVICE[locale])}</p></dd>
    </dl>
  </section>`
}
