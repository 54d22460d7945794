import { describe, expect, it } from 'vitest'
import { accountPostSchema } from '../src/accounts/account-schemas.ts'
import { createOpenApiDocument, ERROR_CATALOG } from '../src/index.ts'
import { REQUEST_EXAMPLES } from '../src/openapi/request-examples.ts'
import {
  bodiesWithoutExample,
  errorCodesOf,
  examplesIn,
  isCodedError,
  operationsIn,
  schemaFaults,
} from './openapi-reader.ts'

const document = createOpenApiDocument()
const operations = operationsIn(document)
const faultsOf = schemaFaults(document)

it('is committed as it is generated', async () => {
  // `pnpm --filter @partner-accounts/api openapi` writes it anew.
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../openapi.json')
})

it('has exactly the specified operations, each with its specified errors and those of any service', () => {
  const found = operations.map(({ name, operation }) => [name, errorCodesOf(document, operation)])
  const forPartners = { 401: [9], 403: [666], 429: [429], 500: [500], 503: [503] }

  expect(Object.fromEntries(found)).toEqual({
    'POST /tokens': { 401: [1418, 24], 422: [1405], 429: [429, 429], 500: [500], 503: [503, 503] },
    'GET /partner-accounts': forPartners,
    'POST /partner-accounts': { 409: [409], 422: [1405, 88, 'fields'], ...forPartners },
    'GET /partner-accounts/{account_id}': { 404: [56], 422: [113], ...forPartners },
  })
})

it('asks for a bearer JWT everywhere but at the sign-in', () => {
  expect(document.components?.securitySchemes).toEqual({
    PartnerToken: expect.objectContaining({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }),
  })
  for (const { name, operation } of operations) {
    expect(operation.security, name).toEqual(name === 'POST /tokens' ? [] : [{ PartnerToken: [] }])
  }
})

it('leads to the public address at run time', () => {
  expect(document.servers).toEqual([{ url: '/partners/v1' }])
  expect(createOpenApiDocument('https://api.example').servers).toEqual([{ url: 'https://api.example/partners/v1' }])
})

it('says nothing that only the generator means', () => {
  const text = JSON.stringify(document)

  expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
  expect(text).not.toContain('"additionalProperties":false')
  expect(Object.keys(document.components?.schemas ?? {}).filter((name) => name.startsWith('error.'))).toEqual([])
})

it('describes errors in the words of the catalogue', () => {
  const rows = Object.values(ERROR_CATALOG).map(({ status, code, message }) => [status, code, message])
  const errors = examplesIn(document).flatMap(({ value }) => (isCodedError(value) ? [value] : []))

  expect(errors).not.toEqual([])
  for (const { _code, _error } of errors) {
    expect(rows).toContainEqual([_error.code, _code, _error.message.replace(/ Request id: .*/, '')])
  }
})

describe('its examples', () => {
  it('hold to their schemas', () => {
    const faults = examplesIn(document).flatMap(({ pointer, schema, value }) =>
      faultsOf(schema, value).map((fault) => `${pointer}: ${fault}`),
    )

    expect(faults).toEqual([])
  })

  it('stand for every body that is sent or answered', () => {
    expect(bodiesWithoutExample(document)).toEqual([])
  })

  it('are bodies that the service takes', () => {
    for (const { value } of Object.values(REQUEST_EXAMPLES['createPartnerAccount'] ?? {})) {
      expect(accountPostSchema.safeParse(value).error).toBeUndefined()
    }
  })
})

describe('cpf and cnpj', () => {
  const example = REQUEST_EXAMPLES['createPartnerAccount']?.['company']?.value
  const { cnpj, ...companyDoc } = example.company_doc
  const isValid = (documents: object) => {
    const body = { ...example, company_doc: { ...companyDoc, ...documents } }
    return faultsOf('#/components/schemas/PartnerAccountPostModel', body).length === 0
  }

  it.each([
    ['a cnpj alone', { cnpj }, true],
    ['a cpf alone', { cpf: '52998224725' }, true],
    ['null as absent', { cnpj, cpf: null }, true],
    ['both', { cnpj, cpf: '52998224725' }, false],
    ['neither', {}, false],
  ])('exclude each other: %s', (_case, documents, expected) => {
    expect(isValid(documents)).toBe(expected)
  })
})
