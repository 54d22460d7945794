import type { AnyProcedure } from '@trpc/server'
import { getInputOutputParsers } from 'trpc-to-openapi'
import { expect, it } from 'vitest'
import * as z from 'zod'
import type { ProcedureMeta } from '../src/trpc.ts'
import { PROCEDURES } from './procedures.ts'

interface Schema extends Record<string, unknown> {
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

/** What `procedure-inputs.txt` omits, because other files contain it. */
const OMITTED = ['$schema', 'additionalProperties', 'description', 'examples', 'id', 'required']

/** Adds what rules of fields state about their values, which Zod itself does not know. */
const addMetadata = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }) => {
  const { pattern, maxLength } = z.globalRegistry.get(zodSchema) ?? {}
  Object.assign(jsonSchema, pattern !== undefined && { pattern }, maxLength !== undefined && { maxLength })
}

/** Returns a line per field, with the constraints of its values. */
function describeFields({ properties, items, anyOf, required = [], ...schema }: Schema, path = ''): string[] {
  const constraints = Object.entries(schema).filter(([name]) => !OMITTED.includes(name))
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

function describeProcedure(name: string, procedure: AnyProcedure): string {
  const { type, meta } = procedure._def as { type: string; meta?: ProcedureMeta }
  const { inputParser } = getInputOutputParsers(procedure as Parameters<typeof getInputOutputParsers>[0])
  const callers = meta?.role ?? meta?.permissions?.join(' or ') ?? 'anyone'
  const schema = inputParser instanceof z.ZodType ? inputParser : z.object({})
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    metadata: z.registry(),
    override: addMetadata,
  })
  return [`${name}: ${type} for ${callers}`, ...describeFields(json as Schema)].join('\n')
}

it('procedure-inputs.txt contains who may call each procedure, and the limits of its fields; `vitest -u` updates it', async () => {
  const described = [...PROCEDURES].map(([name, procedure]) => describeProcedure(name, procedure))
  await expect(`${described.join('\n')}\n`).toMatchFileSnapshot('procedure-inputs.txt')
})
