import {
  NAMED_LANGUAGES,
  SAMPLE_OPERATIONS,
  type SampleLanguage,
  sampleOf,
  type SampleOperation,
  type SampleSettings,
} from '../samples/index.ts'
import { codeBlock } from './code-block.ts'
import type { RenderContext } from './context.ts'
import { html, type Html } from './html.ts'

export const sampleSettings = ({ baseUrl, sdkName, locale, demo }: RenderContext): SampleSettings => ({
  baseUrl,
  sdkName,
  locale,
  ...demo,
})

/** @throws Error if an operation of the document has no samples */
export function sampleOperation(id: string): SampleOperation {
  const operation = SAMPLE_OPERATIONS.find((known) => known === id)
  if (!operation) throw new Error(`operation ${id} has no code samples`)
  return operation
}

/** Renders one tab per language. Adds an e-mail field, except for `createToken`, whose form has an e-mail field. */
export const samples = (operation: SampleOperation, context: RenderContext): Html =>
  html`${operation !== 'createToken' && emailField(context)}
  ${codeTabs(`sample-${operation}`, (language) => sampleOf(language, operation, sampleSettings(context)), context)}`

/** Renders the field, which is hidden until the page's script shows it. */
const emailField = ({ messages, demo }: RenderContext): Html =>
  html`<label class="sample-email" hidden
    >${messages.sampleEmail}
    <input type="email" name="email" autocomplete="username" spellcheck="false" value="${demo?.email}" />
  </label>`

/** @param codeOf returns the code of a language */
export function codeTabs(prefix: string, codeOf: (language: SampleLanguage) => string, context: RenderContext): Html {
  const idOf = (language: string) => `${prefix}-${language}`
  return html`<div class="samples">
    <div role="tablist" aria-label="${context.messages.samples}">
      ${NAMED_LANGUAGES.map(
        ([language, name], index) =>
          html`<button
            type="button"
            role="tab"
            id="${idOf(language)}-tab"
            aria-controls="${idOf(language)}"
            aria-selected="${String(index === 0)}"
            tabindex="${index === 0 ? 0 : -1}"
            data-language="${language}"
          >
            ${name}
          </button>`,
      )}
    </div>
    ${NAMED_LANGUAGES.map(
      ([language], index) =>
        html`<div
          role="tabpanel"
          id="${idOf(language)}"
          aria-labelledby="${idOf(language)}-tab"
          ${index > 0 && html` hidden`}
        >
          ${codeBlock(codeOf(language), language)}
        </div>`,
    )}
  </div>`
}
