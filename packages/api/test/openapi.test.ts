import { EVENT_TYPES } from '@partner-accounts/core'
import { PARTNER_ERRORS } from '@partner-accounts/rules'
import { describe, expect, it } from 'vitest'
import { accountPostSchema } from '../src/accounts/account-schemas.ts'
import { ERROR_CATALOG } from '../src/index.ts'
import { createExtensionDocument, createOpenApiDocument } from '../src/openapi/create-openapi-document.ts'
import { ERROR_RESPONSES } from '../src/openapi/error-responses.ts'
import { OPERATION_ERRORS } from '../src/openapi/finish-operation.ts'
import { REQUEST_EXAMPLES } from '../src/openapi/request-examples.ts'
import {
  bodiesWithoutExample,
  DOCUMENT_SETTINGS,
  EMAIL_FORMAT,
  errorCodesOf,
  examplesIn,
  isCodedError,
  operationsIn,
  schemaValidator,
} from './openapi-reader.ts'

const document = createOpenApiDocument(DOCUMENT_SETTINGS)
const operations = operationsIn(document)
const schemaErrorsOf = schemaValidator(document)

it('the committed OpenAPI document is up to date', async () => {
  // To update it, run `pnpm --filter @partner-accounts/api openapi`.
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../openapi.json')
})

it('the OpenAPI document has exactly the specified operations, with their specified and general errors', () => {
  const found = operations.map(({ name, operation }) => [name, errorCodesOf(document, operation)])
  const forAll = { 400: [400], 404: [404], 405: [405], 408: [408], 429: [429], 431: [431], 500: [500], 503: [503] }
  const forPartners = { ...forAll, 401: [9], 403: [666] }

  expect(Object.fromEntries(found)).toEqual({
    'POST /tokens': {
      ...forAll,
      401: [1418, 24],
      403: [666],
      413: [413],
      422: [1405],
      // `rate-limited` and `too-many-sign-ins`.
      429: [429, 429],
      // `overloaded` and `storage-unavailable`.
      503: [503, 503],
    },
    'GET /partner-accounts': forPartners,
    'POST /partner-accounts': { 409: [409], 413: [413], 422: ['fields', 1405, 88], ...forPartners },
    'GET /partner-accounts/{account_id}': { ...forPartners, 404: [56, 404], 422: [113] },
  })
})

it('the OpenAPI document has an example of each webhook event, and no path of an extension', () => {
  const examples = Object.entries(document.webhooks ?? {}).map(([type, { post }]) => {
    const { content } = (post as unknown as { requestBody: { content: Record<string, { examples: object }> } })
      .requestBody
    return [type, Object.values(content['application/json']!.examples)]
  })
  expect(examples).toEqual(
    [...EVENT_TYPES, 'webhook.test'].map((type) => [
      type,
      [{ summary: type, value: expect.objectContaining({ type }) }],
    ]),
  )
  expect(JSON.stringify(document)).not.toMatch(/EventPageModel|"\/events"/)
})

it('every webhook in the OpenAPI document has the headers of webhook requests', () => {
  type Header = { in: string; name: string; required?: boolean }
  const parameters = document.components?.parameters as unknown as Record<string, Header>
  const webhooks = Object.values(document.webhooks ?? {}) as unknown as { post: { parameters: { $ref: string }[] } }[]

  expect(webhooks).toHaveLength(EVENT_TYPES.length + 1)
  for (const { post } of webhooks) {
    const headers = post.parameters.map(({ $ref }) => {
      const { in: location, name, required = false } = parameters[$ref.replace('#/components/parameters/', '')]!
      return { in: location, name, required }
    })
    expect(headers).toEqual([
      { in: 'header', name: 'webhook-id', required: true },
      { in: 'header', name: 'webhook-timestamp', required: true },
      { in: 'header', name: 'webhook-signature', required: true },
      { in: 'header', name: 'User-Agent', required: true },
      { in: 'header', name: 'X-Mode', required: false },
    ])
  }
})

describe('the document of extensions', () => {
  const extension = createExtensionDocument(DOCUMENT_SETTINGS)

  it('has only GET /events, with its errors, and is marked as an extension', () => {
    const found = operationsIn(extension).map(({ name, operation }) => [name, errorCodesOf(extension, operation)])
    expect(Object.fromEntries(found)).toEqual({
      'GET /events': {
        400: [400],
        401: [9],
        403: [666],
        404: [404],
        405: [405],
        408: [408],
        422: ['fields'],
        429: [429],
        431: [431],
        500: [500],
        503: [503],
      },
    })
    expect(extension.info).toMatchObject({ 'x-extension': true })
  })

  it('has an example for every body, and the examples match their schemas', () => {
    const validate = schemaValidator(extension)
    expect(examplesIn(extension).flatMap(({ schema, value }) => validate(schema, value))).toEqual([])
    expect(bodiesWithoutExample(extension)).toEqual([])
  })

  it('has a model for each type of event, and one for events of unknown types', () => {
    const models = Object.keys(extension.components?.schemas ?? {}).filter((name) => /^\w+EventModel$/.test(name))
    expect(models).toHaveLength(EVENT_TYPES.length + 1)
    expect(models).toContain('OtherEventModel')
  })
})

it('the OpenAPI document lists every error that partners can receive', () => {
  const used = new Set(Object.values(OPERATION_ERRORS).flat())
  const listed = [...used].flatMap((name): readonly string[] => ERROR_RESPONSES[name].errors)

  expect(Object.keys(PARTNER_ERRORS).filter((kind) => !listed.includes(kind))).toEqual([])
  expect(Object.keys(ERROR_RESPONSES).filter((name) => !used.has(name as keyof typeof ERROR_RESPONSES))).toEqual([])
})

it('the OpenAPI document states the configured limits', () => {
  const text = JSON.stringify(
    createOpenApiDocument({
      ...DOCUMENT_SETTINGS,
      rateLimit: { requests: 7, windowSeconds: 30 },
      tokenLifetimeSeconds: 900,
    }),
  )

  expect(text).toContain('A partner has 7 requests in any 30 seconds')
  expect(text).toContain('valid for 15 minutes')
  expect(text).toContain('q=7;w=30')
  expect(text).not.toMatch(/q=60|60 requests|an hour/)
})

it('every schema and property in the OpenAPI document is described by a sentence', () => {
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, NestedSchema>)
  const described = schemas.flatMap(([name, schema]) => schemasIn(name, schema))

  expect(described.length).toBeGreaterThan(100)
  expect(
    described.filter(([, { description = '' }]) => !/^[A-Z].*\.$/s.test(description)).map(([path]) => path),
  ).toEqual([])
})

it('every id in the OpenAPI document has a maximum length', () => {
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, NestedSchema>)
  const ids = schemas
    .flatMap(([name, schema]) => schemasIn(name, schema))
    .filter(([, { pattern }]) => pattern === '^[0-9a-f]{24}$')

  expect(ids.length).toBeGreaterThan(5)
  expect(ids.filter(([, { maxLength }]) => maxLength !== 24).map(([path]) => path)).toEqual([])
})

interface NestedSchema {
  pattern?: string
  maxLength?: number
  description?: string
  properties?: Record<string, NestedSchema>
  items?: NestedSchema
  additionalProperties?: NestedSchema
}

/** Returns a schema and those of its properties, items and values, each with its path. */
function schemasIn(path: string, schema: NestedSchema): [path: string, schema: NestedSchema][] {
  const { properties = {}, items, additionalProperties } = schema
  return [
    [path, schema],
    ...Object.entries(properties).flatMap(([name, property]) => schemasIn(`${path}.${name}`, property)),
    // Skips items that are a reference, because the schema they refer to has its own entry.
    ...(items && !('$ref' in items) ? schemasIn(`${path}[]`, items) : []),
    ...(additionalProperties ? schemasIn(`${path}.*`, additionalProperties) : []),
  ]
}

interface ErrorSchema {
  properties?: {
    _code?: { const?: number }
    _error?: { properties?: { code?: { const?: number } } }
  }
}

it('the schema of every error has literal codes, so that clients can narrow its type', () => {
  const literals = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) => {
    const { properties } = schema as ErrorSchema
    const status = properties?._error?.properties?.code?.const
    return status === undefined ? [] : [[name, { code: properties?._code?.const, status }]]
  })
  const codesOfCatalog = Object.values(ERROR_RESPONSES).flatMap(({ errors }) =>
    errors.map((kind) => {
      const { code, status } = ERROR_CATALOG[kind]
      return [`Erro${code}Model`, { code, status }]
    }),
  )

  expect(Object.fromEntries(literals)).toEqual({
    ...Object.fromEntries(codesOfCatalog),
    ErroValidacaoModel: { code: undefined, status: 422 },
  })
})

it('every text and number of a request in the OpenAPI document has limits', () => {
  const bodies = [
    'PartnerTokenRequestModel',
    'PartnerAccountPostModel',
    'CompanyDocCnpjModel',
    'CompanyDocCpfModel',
    'AddressModel',
  ]
  type Property = { type?: string | string[]; maxLength?: number; maximum?: number; enum?: string[] }
  const unlimited = bodies.flatMap((name) => {
    const { properties = {} } = document.components?.schemas?.[name] as { properties?: Record<string, Property> }
    return Object.entries(properties).flatMap(([property, { type, maxLength, maximum, enum: options }]) => {
      const isTextOrNumber = [type].flat().some((option) => option === 'string' || option === 'integer')
      const isLimited = (maxLength ?? maximum ?? options) !== undefined
      return isTextOrNumber && !isLimited ? [`${name}.${property}`] : []
    })
  })

  expect(unlimited).toEqual([])
})

it('every operation except POST /tokens requires a bearer JWT', () => {
  expect(document.components?.securitySchemes).toEqual({
    PartnerToken: expect.objectContaining({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }),
  })
  for (const { name, operation } of operations) {
    expect(operation.security, name).toEqual(name === 'POST /tokens' ? [] : [{ PartnerToken: [] }])
  }
})

it('createOpenApiDocument uses the public address', () => {
  expect(document.servers).toEqual([{ url: '/partners/v1' }])
  expect(createOpenApiDocument({ ...DOCUMENT_SETTINGS, publicUrl: 'https://api.example' }).servers).toEqual([
    { url: 'https://api.example/partners/v1' },
  ])
})

it('the OpenAPI document has none of the generator’s own restrictions and schemas', () => {
  const text = JSON.stringify(document)

  expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
  expect(text).not.toContain('"additionalProperties":false')
  expect(Object.keys(document.components?.schemas ?? {}).filter((name) => name.startsWith('error.'))).toEqual([])
})

it('error examples have the status, code and message of the catalogue', () => {
  const rows = Object.values(ERROR_CATALOG).map(({ status, code, message }) => [status, code, message])
  const errors = examplesIn(document).flatMap(({ value }) => (isCodedError(value) ? [value] : []))

  expect(errors).not.toEqual([])
  for (const { _code, _error } of errors) {
    expect(rows).toContainEqual([_error.code, _code, _error.message.replace(/ Request id: .*/, '')])
  }
})

describe('OpenAPI examples', () => {
  it('match their schemas', () => {
    const errors = examplesIn(document).flatMap(({ pointer, schema, value }) =>
      schemaErrorsOf(schema, value).map((error) => `${pointer}: ${error}`),
    )

    expect(errors).toEqual([])
  })

  it('exist for every request and response body', () => {
    expect(bodiesWithoutExample(document)).toEqual([])
  })

  it('are accepted by the service if they create an account', () => {
    for (const { value } of Object.values(REQUEST_EXAMPLES['createPartnerAccount'] ?? {})) {
      expect(accountPostSchema.safeParse(value).error).toBeUndefined()
    }
  })
})

it.each([
  ['accepts a text', 'Ana', true],
  ['accepts white space in a text', ' Ana\nMaria ', true],
  ['rejects an empty text', '', false],
  ['rejects a blank text', ' \n\u00a0', false],
  ['rejects U+0000 beside a letter', '\0Ana', false],
  ['rejects U+0000 after a letter', 'Ana\0', false],
  ['rejects U+0000 only', '\0', false],
  ['rejects 201 characters', 'a'.repeat(201), false],
])('the OpenAPI schema of full_name, like the service, %s', (_case, full_name, expected) => {
  const body = { ...REQUEST_EXAMPLES['createPartnerAccount']?.['company']?.value, full_name }
  expect(schemaErrorsOf('#/components/schemas/PartnerAccountPostModel', body).length === 0).toBe(expected)
  expect(accountPostSchema.safeParse(body).success).toBe(expected)
})

it.each([
  ['a@b.example', true],
  ['a@b', false],
  ['a.b@c.d.example', true],
  ['a..b@c.example', false],
])('the pattern and the format of e-mails in the OpenAPI document agree on %s: %s', (email, expected) => {
  const { pattern, format } = (
    document.components?.schemas?.['PartnerAccountPostModel'] as { properties: Record<string, Record<string, string>> }
  ).properties['email']!

  expect([format, new RegExp(pattern!).test(email), EMAIL_FORMAT.test(email)]).toEqual(['email', expected, expected])
})

describe('OpenAPI schema of company_doc', () => {
  const example = REQUEST_EXAMPLES['createPartnerAccount']?.['company']?.value
  const { cnpj, ...companyDoc } = example.company_doc
  const isValid = (taxIds: object) => {
    const body = { ...example, company_doc: { ...companyDoc, ...taxIds } }
    return schemaErrorsOf('#/components/schemas/PartnerAccountPostModel', body).length === 0
  }

  it('accepts an empty complement, and rejects a blank one', () => {
    const withComplement = (complement: string) => isValid({ cnpj, address: { ...companyDoc.address, complement } })
    expect([withComplement(''), withComplement('Sala 2'), withComplement(' ')]).toEqual([true, true, false])
  })

  it.each([
    ['accepts a cnpj', { cnpj }, true],
    ['accepts a cpf', { cpf: '52998224725' }, true],
    ['accepts null as absent', { cnpj, cpf: null }, true],
    ['accepts an empty text as absent', { cnpj, cpf: '', financial_email: '' }, true],
    ['rejects an empty text in both', { cnpj: '', cpf: '' }, false],
    ['rejects both cpf and cnpj', { cnpj, cpf: '52998224725' }, false],
    ['rejects neither cpf nor cnpj', {}, false],
  ])('%s', (_case, taxIds, expected) => {
    expect(isValid(taxIds)).toBe(expected)
  })
})
