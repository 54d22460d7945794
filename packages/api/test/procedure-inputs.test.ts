import type { AnyProcedure } from '@trpc/server'
import { getInputOutputParsers } from 'trpc-to-openapi'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { definitionOf, PROCEDURES } from './procedures.ts'

interface Schema extends Record<string, unknown> {
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

/** Adds the constraints that only the metadata of a field contain, because a function of the field's rule checks them. */
function addConstraints({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: Record<string, unknown>
}): void {
  const { pattern, maxLength } = z.globalRegistry.get(zodSchema) ?? {}
  if (pattern !== undefined) jsonSchema['pattern'] = pattern
  if (maxLength !== undefined) jsonSchema['maxLength'] = maxLength
}

/** Returns a line per field, with the constraints of its values. */
function describeFields({ properties, items, anyOf, required = [], ...schema }: Schema, path = ''): string[] {
  const constraints = Object.entries(schema).filter(([name]) => name !== '$schema')
  const own = constraints.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ')
  return [
    ...(own === '' ? [] : [`  ${path}: ${own}`]),
    ...(anyOf ?? []).flatMap((option) => describeFields(option, `${path}|`)),
    ...(items ? describeFields(items, `${path}[]`) : []),
    ...Object.entries(properties ?? {}).flatMap(([name, field]) =>
      describeFields(field, `${path}.${name}${required.includes(name) ? '' : '?'}`),
    ),
  ]
}

type Path = readonly (string | number)[]

/** Returns the paths of all fields of a schema. A list contributes the index 0. */
function pathsIn({ properties = {}, items, anyOf = [] }: Schema, path: Path = []): Path[] {
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [[...path, name], ...pathsIn(field, [...path, name])]),
    ...(items ? [[...path, 0], ...pathsIn(items, [...path, 0])] : []),
    ...anyOf.flatMap((option) => pathsIn(option, path)),
  ]
}

/** Returns an input that has only this value, at the path. */
function inputWith(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined) return value
  return typeof step === 'number' ? [inputWith(value, rest)] : { [step]: inputWith(value, rest) }
}

const INVALID = { missing: undefined, object: {}, empty: '', text: 'x', negative: -1, large: 1e12, list: [] }

/** Returns a line with the errors of invalid values of a field, or none if it accepts them all. */
function describeErrors(schema: z.ZodType, path: Path): string[] {
  const found = Object.entries(INVALID).flatMap(([name, value]) => {
    const issues = schema.safeParse(inputWith(value, path)).error?.issues ?? []
    const own = issues.filter((issue) => issue.path.join('.') === path.join('.'))
    return own.length === 0 ? [] : [`${name}: ${own.map(({ message }) => message).join(' ')}`]
  })
  return found.length === 0 ? [] : [`  .${path.join('.')} rejects ${found.join(', ')}`]
}

function describeProcedure(name: string, procedure: AnyProcedure): string {
  const { type, meta } = definitionOf(procedure)
  const { inputParser } = getInputOutputParsers(procedure as Parameters<typeof getInputOutputParsers>[0])
  const callers = meta?.role ?? meta?.permissions?.join(' or ') ?? 'anyone'
  const schema = inputParser instanceof z.ZodType ? inputParser : z.object({})
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    metadata: z.registry(),
    override: addConstraints,
  })
  // The options of a union have the same path.
  const paths = new Map(pathsIn(json as Schema).map((path) => [path.join('.'), path]))
  const errors = [...paths.values()].flatMap((path) => describeErrors(schema, path))
  return [`${name}: ${type} for ${callers}`, ...describeFields(json as Schema), ...errors].join('\n')
}

it('procedure-inputs.txt contains who may call each procedure, and the limits and errors of its fields; `vitest -u` updates it', async () => {
  const described = [...PROCEDURES].map(([name, procedure]) => describeProcedure(name, procedure))
  await expect(`${described.join('\n')}\n`).toMatchFileSnapshot('procedure-inputs.txt')
})
