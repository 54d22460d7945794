import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { createExtensionDocument, createOpenApiDocument, toOpenApi30 } from '../src/openapi/create-openapi-document.ts'
import { DOCUMENT_SETTINGS, operationsIn } from './openapi-reader.ts'

type Schema = Record<string, unknown>

/** Returns every object of a document. */
function objectsIn(node: unknown): Schema[] {
  if (typeof node !== 'object' || node === null) return []
  const descendants = Object.values(node).flatMap(objectsIn)
  return Array.isArray(node) ? descendants : [node as Schema, ...descendants]
}

describe.each([
  ['the document', createOpenApiDocument(DOCUMENT_SETTINGS)],
  ['the document of extensions', createExtensionDocument(DOCUMENT_SETTINGS)],
])('%s as OpenAPI 3.0.3', (_name, document) => {
  const converted = toOpenApi30(document) as typeof document

  it('is valid', async () => {
    expect(await new Validator().validate({ ...converted })).toEqual({ valid: true })
    expect(converted.openapi).toBe('3.0.3')
  })

  it('has the same operations, responses, servers, tags and info', () => {
    const outline = (of: typeof document) =>
      operationsIn(of).map(({ name, operation }) => [
        name,
        operation.operationId,
        Object.keys(operation.responses ?? {}),
      ])
    expect(outline(converted)).toEqual(outline(document))
    // 3.0 has only the license's name.
    expect(converted.info).toEqual({ ...document.info, license: { name: 'MIT' } })
    expect([converted.servers, converted.tags]).toEqual([document.servers, document.tags])
    // The conversion does not change the original.
    expect(document.openapi).toBe('3.1.0')
  })

  it('has no keyword of 3.1, and as many nullable values', () => {
    const keywords = ['const', 'examples', '$schema', 'webhooks', 'contentMediaType', 'prefixItems', 'if']
    const schemas = objectsIn(converted.components?.schemas)
    expect(schemas.filter((schema) => keywords.some((keyword) => keyword in schema))).toEqual([])
    expect(schemas.filter(({ type }) => Array.isArray(type) || type === 'null')).toEqual([])
    const nullable = (of: typeof document) =>
      objectsIn(of.components?.schemas).filter(
        ({ type, nullable: isNullable }) => isNullable === true || (Array.isArray(type) && type.includes('null')),
      ).length
    expect(nullable(converted)).toBe(nullable(document))
  })

  it('has no pattern with a lookaround or back-reference, which RE2, the engine of Go, rejects', () => {
    const patterns = objectsIn(converted).flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []))
    expect(patterns.length).toBeGreaterThan(5)
    expect(patterns.filter((pattern) => /\(\?[=!<]|\\[1-9]/.test(pattern))).toEqual([])
  })
})
