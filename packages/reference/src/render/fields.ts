import type { Field, Parameter, Schema } from '../document.ts'
import { fill, type RenderContext } from './context.ts'
import { html, type Html } from './html.ts'
import { inlineMarkdown } from './markdown.ts'

export const fieldList = (
  fields: readonly Field[],
  idPrefix: string,
  hasRules: boolean,
  context: RenderContext,
): Html =>
  html`<dl class="fields">
    ${fields.map(({ path, schema, isRequired, isAlternative }) => {
      const { words } = context
      const presence = isAlternative ? words.alternative : isRequired ? words.required : words.optional
      return html`<dt id="${idPrefix}-${path}" data-search>
          <code>${path}</code> <span class="type">${typeOf(schema, context)}</span>
          ${(hasRules || !isRequired) && html`<span class="presence">${presence}</span>`}
        </dt>
        <dd>${describe(schema, context)}</dd>`
    })}
  </dl>`

export const parameterList = (parameters: readonly Parameter[], idPrefix: string, context: RenderContext): Html =>
  html`<dl class="fields">
    ${parameters.map(({ name, in: place, required, description, schema }) => {
      const { words } = context
      return html`<dt id="${idPrefix}-${name}" data-search>
          <code>${name}</code> <span class="type">${typeOf(schema, context)}, ${words.places[place]}</span>
          <span class="presence">${required ? words.required : words.optional}</span>
        </dt>
        <dd>${describe({ ...schema, description }, context)}</dd>`
    })}
  </dl>`

function typeOf({ type, allOf, oneOf }: Schema, { words }: RenderContext): string {
  const types = [type ?? (allOf || oneOf ? 'object' : [])].flat()
  const names = types.filter((name) => name !== 'null').map((name) => words.types[name] ?? name)
  return `${names.join(', ')}${types.includes('null') ? ` ${words.orNull}` : ''}`
}

const describe = (schema: Schema, context: RenderContext): Html => {
  const rules = rulesOf(schema, context)
  return html`${inlineMarkdown(context.translate(schema.description ?? ''))}
  ${rules.length > 0 && html`<span class="rules">${rules.map((rule) => html`<span>${rule}</span> `)}</span>`}`
}

/** Longer patterns, such as that of e-mails, state less than the description. So do those of free text. */
const MAX_PATTERN_LENGTH = 40

/** Returns a pattern that states more than the description. */
export const statedPattern = ({ pattern }: Schema): string | undefined =>
  pattern !== undefined && pattern.length <= MAX_PATTERN_LENGTH && !pattern.includes(String.raw`\x00`)
    ? pattern
    : undefined

/** Longer examples, such as tokens, explain nothing. */
const MAX_EXAMPLE_LENGTH = 40

function rulesOf(schema: Schema, { words }: RenderContext): (string | Html)[] {
  const { minimum, maximum, maxLength, maxItems, default: value, enum: options, examples } = schema
  const pattern = statedPattern(schema)
  const [example] = (examples ?? []).map(String).filter(({ length }) => length <= MAX_EXAMPLE_LENGTH)
  const rules: (string | Html | false)[] = [
    maxLength !== undefined && fill(words.atMost, { n: maxLength }),
    maxItems !== undefined && fill(words.atMostItems, { n: maxItems }),
    minimum !== undefined && maximum !== undefined && fill(words.between, { min: minimum, max: maximum }),
    minimum !== undefined && maximum === undefined && fill(words.atLeast, { min: minimum }),
    pattern !== undefined && html`<code>${pattern}</code>`,
    options !== undefined && html`<code>${options.join(', ')}</code>`,
    value !== undefined && html`${words.defaultValue} <code>${String(value)}</code>`,
    example !== undefined && html`${words.example}: <code>${example}</code>`,
  ]
  return rules.filter((rule) => rule !== false)
}
