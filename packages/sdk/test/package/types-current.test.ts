import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loadTools } from './tools.ts'

const { openapiTypescript, astToString, COMMENT_HEADER } = await loadTools()

const DOCUMENT = new URL('../../../api/openapi.json', import.meta.url)
const TYPES = new URL('../../src/wire/openapi.ts', import.meta.url)

it('has its types from the OpenAPI document as it is; `pnpm --filter @partner-accounts/sdk run types` renews them', async () => {
  const types = COMMENT_HEADER + astToString(await openapiTypescript(DOCUMENT))
  expect(readFileSync(TYPES, 'utf8')).toBe(types)
})
