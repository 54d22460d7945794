import { expect, it } from 'vitest'
import { pendingChanges } from '../scripts/schema-engine.mjs'

it('the migrations create exactly the schema of schema.prisma', async () => {
  expect(await pendingChanges()).toBe('')
})
