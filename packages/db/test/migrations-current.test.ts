import { PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { expect, it } from 'vitest'
import { pendingChanges } from '../scripts/schema-engine.mjs'

it('the migrations create exactly the schema of schema.prisma', async () => {
  const emptied: PGlite[] = []
  const pending = await pendingChanges(() => {
    const database = new PGlite()
    emptied.push(database)
    return Promise.resolve(new PrismaPGlite(database))
  })
  for (const database of emptied) await database.close()
  expect(pending).toBe('')
})
