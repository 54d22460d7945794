import { readFileSync } from 'node:fs'

/** As much of a schema as the rules are made of. */
interface Schema {
  $ref?: string
  type?: string | string[]
  allOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  [constraint: string]: unknown
}

interface Envelope {
  _code?: number
  _error: { code: number; message: string; ui_message: string }
}

interface OpenApiDocument {
  paths: Record<string, Record<string, { parameters: { name?: string; schema: Schema }[] }>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, { content: Record<string, { examples: Record<string, { value: Envelope }> }> }>
  }
}

const CONSTRAINTS = ['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'enum']
const NO_REFUSAL = ['invalid-fields']

const document = JSON.parse(
  readFileSync(new URL('../../../api/openapi.json', import.meta.url), 'utf8'),
) as OpenApiDocument

/** The module `src/testing/service-rules.ts`, as the OpenAPI document would have it. */
export const renderServiceRules =
  (): string => `// Written from the OpenAPI document by \`pnpm --filter @partner-accounts/sdk run rules\`. Do not edit.

/** What a field of a creation must be. */
export interface FieldRule {
  readonly type: 'string' | 'integer' | 'object'
  readonly required: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly string[]
}

/** The body of \`POST /partner-accounts\`, by dotted name; a field comes after the object that it is in. */
export const CREATION_FIELDS: Readonly<Record<string, FieldRule>> = ${render(creationFields())}

/** The forms of \`account_id\`. */
export const ACCOUNT_ID_PATTERN = ${render(parameter('/partner-accounts/{account_id}', 'account_id').schema['pattern'])}

/** The query of \`GET /partner-accounts\`. */
export const PAGING = ${render({ max_results: pagingRule('max_results'), page: pagingRule('page') })} as const

/** Refusals by name. The words for end users are those in Portuguese. */
export const REFUSALS = ${render(refusals())} as const
`

const render = (value: unknown) => JSON.stringify(value, null, 2)

const resolve = (schema: Schema): Schema =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : (schema.allOf?.map(resolve)[0] ?? schema)

/** Of variants, what any of them has; a field that not all of them ask for is optional. */
function fieldsOf(schema: Schema): [name: string, field: Schema, required: boolean][] {
  const { oneOf, ...alone } = resolve(schema)
  const variants = oneOf?.map(resolve) ?? [alone]
  const names = [...new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))]
  return names.map((name) => [
    name,
    variants.map(({ properties }) => properties?.[name]).find((field) => field && field.type !== 'null')!,
    variants.every(({ required }) => required?.includes(name)),
  ])
}

function creationFields(schema = document.components.schemas['PartnerAccountPostModel']!, prefix = '') {
  const rules: Record<string, unknown> = {}
  for (const [name, field, required] of fieldsOf(schema)) {
    const { type = 'object', ...constraints } = resolve(field)
    const known = Object.entries(constraints).filter(([constraint]) => CONSTRAINTS.includes(constraint))
    const [only] = [type].flat()
    rules[prefix + name] = { type: only, required, ...Object.fromEntries(known) }
    if (only === 'object') Object.assign(rules, creationFields(field, `${prefix}${name}.`))
  }
  return rules
}

const parameter = (path: string, name: string) =>
  document.paths[path]!['get']!.parameters.find((candidate) => candidate.name === name)!

function pagingRule(name: string) {
  const { default: fallback, maximum } = parameter('/partner-accounts', name).schema
  return { default: fallback, maximum: maximum ?? Number.MAX_SAFE_INTEGER }
}

function refusals() {
  const examples = Object.values(document.components.responses).flatMap(({ content }) =>
    Object.entries(content['application/json']!.examples),
  )
  const rows = examples
    .filter(([kind]) => !NO_REFUSAL.includes(kind))
    .map(([kind, { value }]) => {
      const { code: status, message, ui_message: uiMessage } = value._error
      // The id of the example is none of the message.
      return [kind, { status, code: value._code, message: message.replace(/ Request id: .*$/, ''), uiMessage }] as const
    })
  return Object.fromEntries(rows)
}
