/**
 * A schema without what the generator says and we do not mean: the bounds of JavaScript's integers, objects closed
 * to fields that a later version may add, and `anyOf` where a list of types does.
 */
export function tidySchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidySchema)
  if (!isObject(node)) return node
  const kept = Object.entries(node).filter(([key, value]) => !isUnmeant(key, value))
  return flattenNullable(Object.fromEntries(kept.map(([key, value]) => [key, tidySchema(value)])))
}

type JsonObject = Record<string, unknown>

const isObject = (node: unknown): node is JsonObject => typeof node === 'object' && node !== null

const isUnmeant = (key: string, value: unknown): boolean =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'additionalProperties' && value === false)

/** `anyOf: [{ type: X, … }, { type: 'null' }]` is `type: [X, 'null'], …`. Beside a type it is what that overrides. */
function flattenNullable({ anyOf, ...rest }: JsonObject): JsonObject {
  if (anyOf === undefined || 'type' in rest) return rest
  const [schema, nothing, ...more] = anyOf as (JsonObject | undefined)[]
  if (more.length > 0 || nothing?.['type'] !== 'null' || typeof schema?.['type'] !== 'string') return { anyOf, ...rest }
  return { ...rest, ...schema, type: [schema['type'], 'null'] }
}
