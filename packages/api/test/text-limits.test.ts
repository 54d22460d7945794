import { getInputOutputParsers } from 'trpc-to-openapi'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { PROCEDURES } from './procedures.ts'

type Path = readonly (string | number)[]
interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Longer than any text may be. Digits pass more patterns than letters do. */
const LONG_TEXTS = ['9'.repeat(60_000), 'x'.repeat(60_000)]

const inputs = [...PROCEDURES].flatMap(([name, procedure]) => {
  const { inputParser } = getInputOutputParsers(procedure as Parameters<typeof getInputOutputParsers>[0])
  return inputParser instanceof z.ZodType ? [{ name, schema: inputParser }] : []
})

/** Returns the paths of all strings of a schema. A list contributes the index 0. */
function stringsOf({ type, properties = {}, items, anyOf = [] }: Schema, path: Path = []): Path[] {
  const descendants = Object.entries(properties).flatMap(([name, schema]) => stringsOf(schema, [...path, name]))
  const others = [
    ...(items ? stringsOf(items, [...path, 0]) : []),
    ...anyOf.flatMap((schema) => stringsOf(schema, path)),
  ]
  return [...([type].flat().includes('string') ? [path] : []), ...descendants, ...others]
}

/** Returns an input that has only this value, at the path. */
function inputWith(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined) return value
  return typeof step === 'number' ? [inputWith(value, rest)] : { [step]: inputWith(value, rest) }
}

/**
 * This procedure's schema has no length limit. The use case rejects anything other than an identifier, which
 * find-account.test.ts verifies.
 */
const PARSED_BY_THE_DOMAIN = 'accounts.get'

const strings = inputs.flatMap(({ name, schema }) => {
  if (name === PARSED_BY_THE_DOMAIN) return []
  // An empty registry has no ids of schemas, so the result contains no references.
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) as Schema
  const paths = new Map(stringsOf(json).map((path) => [path.join('.'), path]))
  return [...paths].map(([field, path]) => ({ name, field, path, schema }))
})

it('finds texts in the inputs of procedures, also in nested objects and lists', () => {
  const found = strings.map(({ name, field }) => `${name} ${field}`)
  expect(inputs.length).toBeGreaterThan(20)
  expect(found).toEqual(
    expect.arrayContaining([
      'accounts.create company_doc.address.city',
      'activation.activate password',
      'internal.coupons.create code',
      'internal.coupons.create expiresAt',
      'internal.portalUsers.invite permissions.0',
      'tokens.create email',
    ]),
  )
})

it.each(strings)('$name does not pass on a text of 60,000 characters in $field', ({ path, schema }) => {
  for (const text of LONG_TEXTS) {
    const { error, data } = schema.safeParse(inputWith(text, path))
    const invalidFields = error?.issues.map((issue) => issue.path.join('.'))
    if (invalidFields) expect(invalidFields).toContain(path.join('.'))
    // Instead of rejecting an invalid paging number, the schema replaces it with the default.
    else expect(JSON.stringify(data)).not.toContain(text)
  }
})
