import type { Field, Parameter, Schema } from '../document.ts'
import { fill, type RenderContext } from './context.ts'
import { html, type Html } from './html.ts'
import { inlineMarkdown } from './markdown.ts'

/** Returns whether a field is required, as text. */
export function presenceOf({ isRequired, isAlternative }: Field, { messages }: RenderContext): string {
  if (isAlternative) return messages.alternative
  return isRequired ? messages.required : messages.optional
}

export const fieldList = (
  fields: readonly Field[],
  idPrefix: string,
  hasRules: boolean,
  context: RenderContext,
): Html => {
  const { messages } = context
  return html`<dl class="fields">
    ${fields.map((field) => {
      const { path, schema, isRequired, isAlternative } = field
      const presence = presenceOf(field, context)
      return html`<dt id="${idPrefix}-${path}" data-search>
          <code>${path}</code> <span class="type">${typeOf(schema, context)}</span>
          ${(hasRules || !isRequired) && html`<span class="presence">${hasRules || !isAlternative ? presence : messages.dependsOnType}</span>`}
        </dt>
        <dd>${describe(schema, context)}</dd>`
    })}
  </dl>`
}

export const parameterList = (parameters: readonly Parameter[], idPrefix: string, context: RenderContext): Html =>
  html`<dl class="fields">
    ${parameters.map(({ name, in: place, required, description, schema }) => {
      const { messages } = context
      return html`<dt id="${idPrefix}-${name}" data-search>
          <code>${name}</code> <span class="type">${typeOf(schema, context)}, ${messages.places[place]}</span>
          <span class="presence">${required ? messages.required : messages.optional}</span>
        </dt>
        <dd>${describe({ ...schema, description }, context)}</dd>`
    })}
  </dl>`

function typeOf({ type, allOf, oneOf }: Schema, { messages }: RenderContext): string {
  const types = [type ?? (allOf || oneOf ? 'object' : [])].flat()
  const names = types.filter((name) => name !== 'null').map((name) => messages.types[name] ?? name)
  return `${names.join(', ')}${types.includes('null') ? ` ${messages.orNull}` : ''}`
}

const describe = (schema: Schema, context: RenderContext): Html => {
  const rules = rulesOf(schema, context)
  return html`${inlineMarkdown(context.translate(schema.description ?? ''))}
  ${rules.length > 0 && html`<span class="rules">${rules.map((rule) => html`<span>${rule}</span> `)}</span>`}`
}

/** Longer patterns explain less than the description. */
const MAX_PATTERN_LENGTH = 40

export const statedPattern = ({ pattern }: Schema): string | undefined =>
  pattern !== undefined && pattern.length <= MAX_PATTERN_LENGTH && !pattern.includes(String.raw`\x00`)
    ? pattern
    : undefined

/** Longer examples, such as tokens, explain nothing. */
const MAX_EXAMPLE_LENGTH = 40

function rulesOf(schema: Schema, { messages }: RenderContext): (string | Html)[] {
  const { minimum, maximum, maxLength, maxItems, default: value, enum: options, examples } = schema
  const pattern = statedPattern(schema)
  const [example] = (examples ?? []).map(String).filter(({ length }) => length <= MAX_EXAMPLE_LENGTH)
  const rules: (string | Html | false)[] = [
    maxLength !== undefined && fill(messages.atMost, { n: maxLength }),
    maxItems !== undefined && fill(messages.atMostItems, { n: maxItems }),
    minimum !== undefined && maximum !== undefined && fill(messages.between, { min: minimum, max: maximum }),
    minimum !== undefined && maximum === undefined && fill(messages.atLeast, { min: minimum }),
    pattern !== undefined && html`<code>${pattern}</code>`,
    options !== undefined && html`<code>${options.join(', ')}</code>`,
    value !== undefined && html`${messages.defaultValue} <code>${String(value)}</code>`,
    example !== undefined && html`${messages.example}: <code>${example}</code>`,
  ]
  return rules.filter((rule) => rule !== false)
}
