import { PARTNER_ERRORS, type PartnerErrorKind } from '@partner-accounts/rules'
import type { Guide } from '../guides.ts'
import type { RenderContext } from './context.ts'
import { heading } from './heading.ts'
import { html, type Html } from './html.ts'
import { inlineMarkdown, markdown } from './markdown.ts'

/** @param guide chapters on all errors and on invalid fields, then tables with a row per code */
export function errorsSection({ id, title, text }: Guide, context: RenderContext): Html {
  const { messages, locale } = context
  const [about = '', invalidFields = '', codes = ''] = text.split(/^### .+$/m)
  const advice = new Map(
    [...codes.matchAll(/^\| \d+ \| \d+ \| `(.+)` \| (.+) \|$/gm)].map(([, kind, what]) => [kind, what]),
  )
  const kindsByCode = new Map<number, PartnerErrorKind[]>()
  for (const kind of Object.keys(PARTNER_ERRORS) as PartnerErrorKind[]) {
    const { code } = PARTNER_ERRORS[kind]
    kindsByCode.set(code, [...(kindsByCode.get(code) ?? []), kind])
  }
  return html`<section id="${id}" data-search>
    ${heading(2, id, title, context)} ${markdown(about)}
    <dl class="errors">
      ${[...kindsByCode].map(([code, kinds]) => {
        const { status } = PARTNER_ERRORS[kinds[0]!]
        return html`<dt id="error-${code}" data-search>
            <span class="status failure">${status}</span> <code>_code ${code}</code>
            <span class="type">${kinds.join(', ')}</span>
            <a class="anchor" href="#error-${code}" aria-label="${messages.linkTo}">#</a>
          </dt>
          ${kinds.map((kind) => {
            const { message, uiMessage } = PARTNER_ERRORS[kind]
            return html`<dd>
              <p>${inlineMarkdown(advice.get(kind)!)}</p>
              <p class="muted"><span lang="en">${message}</span> · ${uiMessage[locale]}</p>
            </dd>`
          })}`
      })}
      <dt id="error-invalid-fields" data-search>
        <span class="status failure">422</span> <code>_code ${messages.none}</code>
        <span class="type">${messages.invalidFields}</span>
        <a class="anchor" href="#error-invalid-fields" aria-label="${messages.linkTo}">#</a>
      </dt>
      <dd>${markdown(invalidFields)}</dd>
    </dl>
  </section>`
}
