import { isObject } from '@partner-accounts/rules'

/**
 * Removes the generator's unintended restrictions: JavaScript's integer limits, and `additionalProperties: false`,
 * because later versions may add fields.
 */
export function tidySchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidySchema)
  if (!isObject(node)) return node
  const intended = Object.entries(node).filter(([key, value]) => !isUnintended(key, value))
  return flattenNullable(Object.fromEntries(intended.map(([key, value]) => [key, tidySchema(value)])))
}

type JsonObject = Record<string, unknown>

const isUnintended = (key: string, value: unknown): boolean =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'additionalProperties' && value === false)

/** Converts `anyOf: [{ type: X, … }, { type: 'null' }]` to `type: [X, 'null'], …`. */
function flattenNullable({ anyOf, ...rest }: JsonObject): JsonObject {
  if (anyOf === undefined || 'type' in rest) return rest
  const [schema, nullSchema, ...others] = anyOf as (JsonObject | undefined)[]
  const isNullable = others.length === 0 && nullSchema?.['type'] === 'null'
  if (!isNullable || typeof schema?.['type'] !== 'string') return { anyOf, ...rest }
  return { ...rest, ...schema, type: [schema['type'], 'null'] }
}
