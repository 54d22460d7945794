import { loadTools } from '@partner-accounts/local-servers'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const { openapiTypescript, astToString, COMMENT_HEADER } = await loadTools()

const DOCUMENT = new URL('../../../api/openapi.json', import.meta.url)
const TYPES = new URL('../../src/wire/openapi.ts', import.meta.url)

it('the types match the OpenAPI document; update them with `pnpm --filter @partner-accounts/sdk run types`', async () => {
  const types = COMMENT_HEADER + astToString(await openapiTypescript(DOCUMENT))
  expect(readFileSync(TYPES, 'utf8')).toBe(types)
})
