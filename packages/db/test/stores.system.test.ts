import { createIdGenerator } from '@partner-accounts/core'
import { eventOrderContract } from '@partner-accounts/core/testing'
import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'
import { addPartner, eventsOf, storeContracts } from './store-contracts.ts'

const newId = createIdGenerator()
const { openMigrated, startServer } = databasesOfThisFile()

describe.skipIf(SERVER_MISSING)('Stores on a PostgreSQL server (requires PostgreSQL)', () => {
  const database = storeContracts('a PostgreSQL server', async () => openMigrated({ url: (await startServer()).url }))
  eventOrderContract('Event store on a PostgreSQL server', async () => eventsOf(await database()))

  it.each([-1, 1])(
    'a link is valid for its lifetime by the clock of the server when the clock of the instance is %i years off',
    async (years) => {
      const { stores } = await database()
      const partnerId = await addPartner(await database())
      const activation = { tokenHash: randomBytes(32), validForSeconds: 3_600 }
      const user = { id: newId(), partnerId, email: `${newId()}@revenda.example`, name: 'Ana', permissions: [] }
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + years * 365 * 86_400_000 })
      try {
        await stores.portalUsers.add({ ...user, kind: 'person', status: 'invited', passwordHash: null, activation })
        expect(await stores.portalUsers.findActivationLink({ partnerId, ...activation })).toMatchObject({
          state: 'usable',
        })
      } finally {
        vi.useRealTimers()
      }
      expect(await stores.portalUsers.findActivationLink({ partnerId, ...activation })).toMatchObject({
        state: 'usable',
      })
    },
  )
})
