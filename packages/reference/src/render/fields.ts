import type { Field, FieldNode, Parameter, Schema } from '../document.ts'
import { fill, type RenderContext } from './context.ts'
import { html, type Html } from './html.ts'
import { inlineMarkdown } from './markdown.ts'
import type { UiMessages } from '../messages/ui-messages.ts'

/** Returns whether a field is required, as text. */
export function presenceOf({ isRequired, isAlternative }: Field, { messages }: RenderContext): string {
  if (isAlternative) return messages.alternative
  return isRequired ? messages.required : messages.optional
}

/**
 * Renders a tree of fields, whose branches can be expanded.
 *
 * @param isRequest whether clients send the fields. Required fields of a request are marked and expanded
 */
export const fieldList = (
  fields: readonly FieldNode[],
  idPrefix: string,
  isRequest: boolean,
  context: RenderContext,
): Html => {
  const { messages } = context
  return html`<dl class="fields">
    ${fields.map((field) => {
      const { path, name, schema, isRequired, isAlternative, children } = field
      const presence = isAlternative && !isRequest ? messages.dependsOnType : presenceOf(field, context)
      return html`<dt id="${idPrefix}-${path}">
          <code>${name}</code> <span class="type">${typeOf(schema, context)}</span>
          ${(isRequest || !isRequired) && html`<span class="presence ${isRequest && isRequired && 'required'}">${presence}</span>`}
        </dt>
        <dd>
          ${describe(schema, context)}
          ${
            children.length > 0 &&
            html`<details ${isRequest && isRequired && html` open`}>
              <summary>${fill(messages.fieldsOf, { name })}</summary>
              ${fieldList(children, idPrefix, isRequest, context)}
            </details>`
          }
        </dd>`
    })}
  </dl>`
}

export const parameterList = (parameters: readonly Parameter[], idPrefix: string, context: RenderContext): Html =>
  html`<dl class="fields">
    ${parameters.map(({ name, in: place, required, description, schema }) => {
      const { messages } = context
      return html`<dt id="${idPrefix}-${name}">
          <code>${name}</code> <span class="type">${typeOf(schema, context)}, ${messages.places[place]}</span>
          <span class="presence ${required && 'required'}">${required ? messages.required : messages.optional}</span>
        </dt>
        <dd>${describe({ ...schema, description }, context)}</dd>`
    })}
  </dl>`

function typeOf({ type, allOf, oneOf }: Schema, { messages }: RenderContext): string {
  const impliedTypes = allOf || oneOf ? ['object'] : []
  const types = type === undefined ? impliedTypes : [type].flat()
  const names = types.filter((name) => name !== 'null').map((name) => messages.types[name] ?? name)
  return `${names.join(', ')}${types.includes('null') ? ` ${messages.orNull}` : ''}`
}

const describe = (schema: Schema, context: RenderContext): Html => {
  const rules = rulesOf(schema, context)
  return html`<p>${inlineMarkdown(context.translate(schema.description ?? ''))}</p>
    ${rules.length > 0 && html`<p class="rules">${rules.map((rule) => html`<span>${rule}</span> `)}</p>`}`
}

/** Patterns in words. Any other pattern, such as that of an e-mail, is explained by its field's description. */
const PATTERNS_IN_WORDS = new Map<string, (words: UiMessages['patterns']) => string>([
  [String.raw`^\d{8}$`, ({ digits }) => fill(digits, { n: 8 })],
  [String.raw`^\d{11}$`, ({ digits }) => fill(digits, { n: 11 })],
  [String.raw`^\d{10,15}$`, ({ digits }) => fill(digits, { n: '10–15' })],
  [String.raw`^[0-9A-Z]{12}\d{2}$`, ({ cnpj }) => cnpj],
  ['^[0-9a-f]{24}$', ({ hexadecimal }) => hexadecimal],
  [String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-][0-2]\d:[0-5]\d$`, ({ datetime }) => datetime],
  ['^[A-Za-z0-9_.-]{1,64}$', ({ token }) => token],
])

/** Returns `undefined` for a pattern that the description explains. */
export const patternInWords = ({ pattern = '' }: Schema, { patterns }: UiMessages): string | undefined =>
  PATTERNS_IN_WORDS.get(pattern)?.(patterns)

/** Longer examples, such as tokens, explain nothing. */
const MAX_EXAMPLE_LENGTH = 40

function rulesOf(schema: Schema, { messages }: RenderContext): (string | Html)[] {
  const { minimum, maximum, maxLength, maxItems, default: value, enum: options, examples } = schema
  const pattern = patternInWords(schema, messages)
  const [example] = (examples ?? []).map(String).filter(({ length }) => length <= MAX_EXAMPLE_LENGTH)
  const rules: (string | Html | false | undefined)[] = [
    // A pattern in words states the length, too.
    pattern === undefined && maxLength !== undefined && fill(messages.atMost, { n: maxLength }),
    maxItems !== undefined && fill(messages.atMostItems, { n: maxItems }),
    minimum !== undefined && maximum !== undefined && fill(messages.between, { min: minimum, max: maximum }),
    minimum !== undefined && maximum === undefined && fill(messages.atLeast, { min: minimum }),
    pattern,
    options !== undefined && html`<code>${options.join(', ')}</code>`,
    value !== undefined && html`${messages.defaultValue} <code>${String(value)}</code>`,
    example !== undefined && html`${messages.example}: <code>${example}</code>`,
  ]
  return rules.filter((rule) => rule !== false && rule !== undefined)
}
