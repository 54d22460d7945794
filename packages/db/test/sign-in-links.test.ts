import { createIdGenerator } from '@partner-accounts/core'
import { expect, it } from 'vitest'
import { createOperatorSessions } from '../src/operators/operator-session-store.ts'
import type { Client } from '../src/prisma/client.ts'
import type { RunStatement } from '../src/sql/run.ts'
import { databasesOfThisFile } from './opened-databases.ts'

const { openMigrated } = databasesOfThisFile()
const newId = createIdGenerator()

it('takeLink returns nothing when another redemption deletes the link after it was read', async () => {
  // Without a directory, the database is in memory.
  const { prisma, stores, pool } = await openMigrated({ directory: undefined })
  const addLink = async (fill: number) => {
    const tokenHash = new Uint8Array(32).fill(fill)
    const operator = { name: 'Rui', email: null, role: 'support', createdBy: 'ops', creatorSessionId: null } as const
    await stores.operatorSessions.addLink({ id: newId(), ...operator, tokenHash, validForSeconds: 60 })
    return tokenHash
  }
  const racing = prisma.$extends({
    query: {
      operatorSignInLink: {
        async findFirst({ args, query }) {
          const link = await query(args)
          await prisma.operatorSignInLink.deleteMany()
          return link
        },
      },
    },
  })
  const run: RunStatement = async ({ text, values }, parameters) =>
    (await pool.query({ text, values: values(parameters) })).rows
  const raced = createOperatorSessions(racing as unknown as Client, run)
  expect(await raced.takeLink(await addLink(1))).toBeUndefined()
  expect(await stores.operatorSessions.takeLink(await addLink(2))).toMatchObject({ name: 'Rui' })
})
