import { readFileSync } from 'node:fs'
import { EVENT_TYPES } from '@partner-accounts/core'
import { ACCOUNT_FIELDS, LIMITS } from '@partner-accounts/rules'
import { expect, it } from 'vitest'
import { ERROR_CATALOG, FIELD_ERROR_ROWS } from '../src/errors/catalog.ts'
import { createOpenApiDocument } from '../src/openapi/create-openapi-document.ts'
import { DOCUMENT_SETTINGS } from './openapi-reader.ts'
import { PROCEDURES } from './procedures.ts'

const readPage = (page: string) => readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8')

/** Returns the errors that a page explains, from the rows `| code | status | name | what to do |` of its tables. */
const documentedErrors = (page: string) =>
  [...readPage(page).matchAll(/^\| (\d+) \| (\d+) \| `([a-z-]+)` \| .{10,} \|$/gm)].map(([, code, status, name]) => ({
    name,
    status: Number(status),
    code: Number(code),
  }))

const compareNames = (a: { name?: string | undefined }, b: { name?: string | undefined }) =>
  String(a.name).localeCompare(String(b.name))

it('every error of the catalogue is documented once, with its status and code, and no other error is', () => {
  const documented = ['rest/errors.md', 'internal-applications.md'].flatMap(documentedErrors)
  const catalogued = Object.entries(ERROR_CATALOG).map(([name, { status, code }]) => ({ name, status, code }))

  expect(documented.sort(compareNames)).toEqual(catalogued.sort(compareNames))
})

it('docs/rest/pt/errors.md explains the errors of docs/rest/errors.md', () => {
  expect(documentedErrors('rest/pt/errors.md')).toEqual(documentedErrors('rest/errors.md'))
})

it('docs/rest/errors.md documents every error of which the OpenAPI document has an example', () => {
  const { components } = createOpenApiDocument(DOCUMENT_SETTINGS)
  // Summaries of error examples consist of the code and the name.
  const summaries = JSON.stringify(components).matchAll(/"summary":"\d+ ([a-z-]+)"/g)
  const names = [...summaries].map(([, name]) => name)
  const onPage = documentedErrors('rest/errors.md').map(({ name }) => name)

  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !onPage.includes(name))).toEqual([])
})

it('every error that is reported as an invalid field is documented with the name of the field', () => {
  // Rows have the form `| names, separated by commas | field | what to do |`.
  const rows = readPage('internal-applications.md').matchAll(/^\| ((?:`[a-z-]+`(?:, )?)+) \| `([\w-]+)` \| .+ \|$/gm)
  const documented = [...rows].flatMap(([, names, field]) =>
    [...names!.matchAll(/`([a-z-]+)`/g)].map(([, name]) => ({ name, field })),
  )
  const catalogued = Object.entries(FIELD_ERROR_ROWS).map(([name, { field }]) => ({ name, field }))
  expect(documented.sort(compareNames)).toEqual(catalogued.sort(compareNames))
})

it.each(['rest/events.md', 'rest/pt/events.md'])('every type of event has a row in %s', (page) => {
  const rows = [...readPage(page).matchAll(/^\| `(\w+\.\w+)` \| .+ \|$/gm)].map(([, type]) => type)
  expect(rows).toEqual(EVENT_TYPES)
})

it('the number of activations in one call is documented', () => {
  expect(readPage('internal-applications.md')).toContain(
    `\`activateMany\`: up to ${LIMITS.activationsPerCall} accounts together`,
  )
})

it('every procedure is documented', () => {
  const page = readPage('internal-applications.md')
  expect([...PROCEDURES.keys()].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

it('every field of an account creation is documented', () => {
  const rows = readPage('rest/creating-accounts.md').matchAll(/^\| `([\w.]+)` \|/gm)

  expect([...rows].map(([, name]) => name!).sort()).toEqual([...new Set(fieldsOf('PartnerAccountPostModel'))].sort())
})

it('docs/rest/limits.md and creating-accounts.md state the limits of the code', () => {
  const { rate, signIn, page, idempotencyKey, bodyBytes, textLength, emailLength } = LIMITS
  const { employees_quantity: employees, company_doc: company } = ACCOUNT_FIELDS
  const minutes = ({ requests, windowSeconds }: { requests: number; windowSeconds: number }) =>
    `${requests} in ${windowSeconds / 60} minutes`
  const rows = readPage('rest/limits.md') + readPage('rest/creating-accounts.md')

  for (const stated of [
    `| ${rate.requests} in any ${rate.windowSeconds} seconds `,
    `for one e-mail from one address | ${minutes(signIn.perAccountAndAddress)} `,
    `failed sign-ins from one address | ${minutes(signIn.perAddress)} `,
    `token | ${LIMITS.tokenLifetimeSeconds / 60} minutes `,
    `link | ${LIMITS.activationLinkDays} days`,
    `| ${bodyBytes / 1024} KiB |`,
    `| ${page.defaultSize} by default, at most ${page.maxSize} `,
    `| 1 to ${idempotencyKey.maxLength} characters, replayed for ${idempotencyKey.ttlSeconds / 3600} hours `,
    `JSON integer from ${employees.minimum} to ${employees.maximum}.`,
    `complement\` | no | at most ${textLength} characters |`,
    `street_number\` | yes | text of at most ${company.fields.address.fields.street_number.maxLength} characters |`,
    `ASCII, with a dot in its domain, at most ${emailLength} characters`,
  ]) {
    expect(rows).toContain(stated)
  }
})

interface Schema {
  $ref?: string
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
}

/** Returns the dotted names of the fields of one of the OpenAPI document's models. */
function fieldsOf(model: string): string[] {
  const schemas = createOpenApiDocument(DOCUMENT_SETTINGS).components?.schemas as Record<string, Schema>
  const namesIn = ({ $ref, oneOf = [], allOf = [], properties = {} }: Schema): string[] => [
    ...($ref === undefined ? [] : namesIn(schemas[$ref.split('/').at(-1)!]!)),
    ...[...oneOf, ...allOf].flatMap(namesIn),
    ...Object.entries(properties).flatMap(([name, schema]) => {
      const nested = namesIn(schema)
      return nested.length === 0 ? [name] : nested.map((field) => `${name}.${field}`)
    }),
  ]
  return namesIn(schemas[model]!)
}
