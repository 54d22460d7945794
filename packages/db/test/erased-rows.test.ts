import { createIdGenerator } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { ERASED_ACCOUNT, ERASED_PORTAL_USER } from '../src/people/erased-rows.ts'
import { databasesOfThisFile } from './opened-databases.ts'

const { openMigrated } = databasesOfThisFile()
const newId = createIdGenerator()

/** Columns that an erased row keeps, or whose texts contain no personal data and give no access. */
const KEPT: Record<string, string[]> = {
  accounts: ['id', 'partner_id', 'subscription_status', 'secret_hash'],
  portal_users: ['id', 'partner_id', 'kind', 'status', 'ended_sessions'],
}

/** A value of each type that can contain text. */
const VALUES: Record<string, string> = {
  text: `'52998224725'`,
  'character varying': `'52998224725'`,
  bytea: `'\\x01'`,
  jsonb: `'{"a": 1}'`,
  ARRAY: `'{accounts:read}'`,
}

const CHECK_VIOLATION = '23514'

interface Column {
  name: string
  type: string
}

describe('an erased row', () => {
  let database: Database
  beforeAll(async () => {
    database = await openMigrated({ directory: undefined })
    const { prisma, stores } = database
    const partnerId = newId()
    await stores.partners.add({ id: partnerId, name: 'Revenda', couponId: null })
    const erasedAt = new Date()
    await prisma.account.create({ data: { ...ERASED_ACCOUNT, id: newId(), partnerId, number: 1, erasedAt } })
    await prisma.portalUser.create({
      data: { ...ERASED_PORTAL_USER, id: newId(), partnerId, status: 'disabled', erasedAt },
    })
  })

  const columnsOf = async (table: string): Promise<Column[]> => {
    const { rows } = await database.pool.query<Column>(
      'SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = $1',
      [table],
    )
    return rows.filter(({ type }) => VALUES[type] !== undefined)
  }

  it.each(Object.entries(KEPT))(
    'of %s cannot get a text in any column, except those that erased rows keep',
    async (table, kept) => {
      const changeable: string[] = []
      for (const { name, type } of await columnsOf(table)) {
        const change = database.pool.query(`UPDATE ${table} SET ${name} = ${VALUES[type]} WHERE erased_at IS NOT NULL`)
        const isRejected = await change.then(
          () => false,
          (error: { code: string }) => error.code === CHECK_VIOLATION,
        )
        if (!isRejected) changeable.push(name)
      }
      expect(changeable.filter((name) => !kept.includes(name))).toEqual([])
    },
  )
})
