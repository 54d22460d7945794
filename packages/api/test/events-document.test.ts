import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { createExtensionDocument } from '../src/openapi/create-openapi-document.ts'
import { RESPONSE_EXAMPLES } from '../src/openapi/response-examples.ts'
import { DOCUMENT_SETTINGS } from './openapi-reader.ts'

const { components } = createExtensionDocument(DOCUMENT_SETTINGS)
const { value: page } = RESPONSE_EXAMPLES.listEvents['a-page'] as { value: { _items: [{ id: string }] } }

it('the examples of events have distinct ids', () => {
  expect(new Set(page._items.map(({ id }) => id)).size).toBe(page._items.length)
  expect(page._items.length).toBeGreaterThan(1)
})

it('the document of events accepts events of unknown types, but no malformed event of a known type', () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false })
    .addSchema({ components }, 'document')
    .compile({ $ref: 'document#/components/schemas/EventPageModel' })
  const [known] = page._items
  const unknown = { ...known, type: 'account.merged', data: { any: 'thing' } }

  expect(validate({ ...page, _items: [known, unknown] })).toBe(true)
  expect(validate({ ...page, _items: [{ ...known, data: {} }] })).toBe(false)
})
