import { expect, it } from 'vitest'
import { renderServiceRules } from './render-service-rules.ts'

it('the rules that the test kit goes by are those of the OpenAPI document', async () => {
  await expect(renderServiceRules()).toMatchFileSnapshot('../../src/testing/service-rules.ts')
})
