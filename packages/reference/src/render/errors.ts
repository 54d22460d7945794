import { PARTNER_ERRORS, type PartnerErrorKind } from '@partner-accounts/rules'
import type { RenderContext } from './context.ts'
import { html, type Html } from './html.ts'
import { inlineMarkdown, markdown } from './markdown.ts'

/** Returns the kinds of errors by their code, in the order of `PARTNER_ERRORS`. */
export function kindsOfErrors(): Map<number, PartnerErrorKind[]> {
  const kindsByCode = new Map<number, PartnerErrorKind[]>()
  for (const kind of Object.keys(PARTNER_ERRORS) as PartnerErrorKind[]) {
    const { code } = PARTNER_ERRORS[kind]
    kindsByCode.set(code, [...(kindsByCode.get(code) ?? []), kind])
  }
  return kindsByCode
}

export interface ErrorGuide {
  about: string
  invalidFields: string
  /** What partners should do, by the kind of the error. */
  advice: Map<string, string>
}

/** @param text chapters on all errors, invalid fields and codes. The tables of codes list code, status, kind and advice */
export function readErrorGuide(text: string): ErrorGuide {
  const [about = '', invalidFields = '', codes = ''] = text.split(/^## .+$/m)
  const rows = [...codes.matchAll(/^\| \d+ \| \d+ \| `(.+)` \| (.+) \|$/gm)]
  return { about, invalidFields, advice: new Map(rows.map(([, kind = '', advice = '']) => [kind, advice])) }
}

export function errorList(text: string, context: RenderContext): Html {
  const { messages, locale } = context
  const { about, invalidFields, advice } = readErrorGuide(text)
  const codes = [...kindsOfErrors().keys()].sort((one, other) => one - other)
  return html`<p class="error-links">
      <code>_code</code>
      ${codes.map((code) => html`<a href="#error-${code}">${code}</a>`)}
    </p>
    ${markdown(about)}
    <dl class="errors">
      ${[...kindsOfErrors()].map(([code, kinds]) => {
        const { status } = PARTNER_ERRORS[kinds[0]!]
        return html`<dt id="error-${code}">
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
      <dt id="error-invalid-fields">
        <span class="status failure">422</span> <code>_code ${messages.none}</code>
        <span class="type">${messages.invalidFields}</span>
        <a class="anchor" href="#error-invalid-fields" aria-label="${messages.linkTo}">#</a>
      </dt>
      <dd>${markdown(invalidFields)}</dd>
    </dl>`
}
