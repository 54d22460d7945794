import * as fc from 'fast-check'

/** The part of JSON Schema that the request bodies use. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  oneOf?: Schema[]
  /** One reference, with a separate description. */
  allOf?: Schema[]
  enum?: unknown[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** Lengths are in code points, of which a grapheme has one or more. */
const text = (minLength = 0, maxLength = 60) =>
  fc
    .string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) })
    .filter((generated) => [...generated].length <= maxLength)

/** Any character. The unit `binary` of fast-check lists all characters first, which takes a second. */
export const anyCharacter = fc
  .nat({ max: 0x10_ffff })
  .map((codePoint) => String.fromCodePoint(codePoint))
  .filter((character) => character.isWellFormed())

/** Returns values that a schema allows. */
export function valid(schema: Schema, schemas: Record<string, Schema>): fc.Arbitrary<unknown> {
  const {
    $ref,
    oneOf,
    allOf,
    properties,
    required = [],
    minLength,
    maxLength,
    minimum: min = 0,
    maximum: max = 9,
  } = schema
  if ($ref) return valid(schemas[$ref.split('/').at(-1)!]!, schemas)
  if (allOf?.[0]) return valid(allOf[0], schemas)
  if (oneOf) return fc.oneof(...oneOf.map((one) => valid(one, schemas)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => valid({ ...schema, type }, schemas)))
  }
  if (schema.type === 'null') return fc.constant(null)
  if (schema.pattern) {
    const matching = fc.stringMatching(new RegExp(schema.pattern), { size: 'small' })
    return maxLength === undefined ? matching : matching.filter(({ length }) => length <= maxLength)
  }
  if (schema.type === 'integer') return fc.integer({ min, max })
  if (schema.type === 'string') return text(minLength, maxLength)
  if (!properties) throw new Error(`cannot generate values for the schema ${JSON.stringify(schema)}`)
  const fields = Object.entries(properties).map(([name, field]) => [name, valid(field, schemas)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
const EDGE_CASES = [
  null,
  true,
  0,
  -1,
  1.5,
  // One more than the maximum of `employees_quantity`.
  5001,
  1e308,
  -0,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\t\n',
  '\0',
  'a\0b',
  '\ud800',
  '\udfffx',
  '\u202e',
  'ﷺ'.repeat(30),
  '1'.repeat(10_000),
  '10',
  'true',
  '１２３４５６７８９０１',
  "'; DROP TABLE accounts;--",
  '${7*7}',
  '%s%n',
  '<script>',
  '../../etc/passwd',
  '{{x}}',
  '$where',
  '__proto__',
  'constructor',
  'toString',
  [],
  {},
  [[]],
  { length: 1 },
  { toString: 1 },
  nested(2_000),
]
export const edgeCase: fc.Arbitrary<unknown> = fc.oneof(fc.constantFrom(...EDGE_CASES), fc.jsonValue({ maxDepth: 3 }))
const edgeCaseName = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'prototype', 'then', '', '\0', 'a.b'), text())

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
interface Field {
  parent: Node
  name: string
}

/** Returns the fields of an object and of all objects in it. */
function fieldsIn(parent: Node): Field[] {
  const fields: Field[] = []
  for (const [name, value] of Object.entries(parent)) {
    fields.push({ parent, name })
    if (isNode(value)) fields.push(...fieldsIn(value))
  }
  return fields
}

/** Sets an own property even if the name is `__proto__`, as a JSON parser would. */
const put = (node: Node, name: string, value: unknown) =>
  Object.defineProperty(node, name, { value, enumerable: true, configurable: true, writable: true })

/** Returns values that a schema allows, with one to three fields removed, replaced or added. */
export const nearlyValid = (schema: Schema, schemas: Record<string, Schema>): fc.Arbitrary<unknown> => {
  const change = fc.record({
    index: fc.nat(),
    kind: fc.constantFrom('remove', 'replace', 'add'),
    name: edgeCaseName,
    value: edgeCase,
  })
  return fc.tuple(valid(schema, schemas), fc.array(change, { minLength: 1, maxLength: 3 })).map(([body, changes]) => {
    const changed = structuredClone(body) as Node
    for (const { index, kind, name, value } of changes) {
      const fields = fieldsIn(changed)
      const field = fields.length > 0 ? fields[index % fields.length]! : { parent: changed, name }
      if (kind === 'remove') delete field.parent[field.name]
      // Copied, because two changes can have the same object. Without a copy, the second could nest the object in itself.
      else put(field.parent, kind === 'add' ? name : field.name, structuredClone(value))
    }
    return changed
  })
}

const UNUSUAL_BODIES = [
  '',
  '\ufeff{}',
  '{"email":"a","email":"b"}',
  '{"a":1e400}',
  '[1,]',
  '{"__proto__":{"full_name":"x"}}',
  '['.repeat(30_000) + ']'.repeat(30_000),
  '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
  JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 0]))),
  `{"employees_quantity":${'9'.repeat(60_000)}}`,
]

/** Bodies that no client would send on purpose, below the limit of 64 KiB. */
export const hostileBody: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  edgeCase.map((value) => JSON.stringify(value)),
  fc.json().map((json) => json.slice(0, -1)),
  fc.constantFrom(...UNUSUAL_BODIES),
)
