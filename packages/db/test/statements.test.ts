import { randomBytes } from 'node:crypto'
import { createAccount, createIdGenerator, type Stores } from '@partner-accounts/core'
import { sampleCreateAccountRequest } from '@partner-accounts/core/testing'
import { describe, expect, it, vi } from 'vitest'
import type { Database } from '../src/index.ts'
import { createStatementNames } from '../src/prisma/statement-names.ts'
import { PoolStatements, Statement } from '../src/driver/statements.ts'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'

const newId = createIdGenerator()
const { openMigrated, startServer } = databasesOfThisFile()

async function addPartner({ stores, prisma }: Database, couponId: string | null = null): Promise<string> {
  const id = newId()
  if (couponId !== null) {
    await prisma.coupon.create({ data: { id: couponId, code: couponId, percentOff: 10, maxRedemptions: 7 } })
  }
  await stores.partners.add({ id, name: 'Revenda', couponId })
  return id
}

const create = ({ stores, transact }: Database, partnerId: string, email = `${newId()}@estrela.example`) =>
  createAccount(
    { stores, transact, newId, sealingKey: randomBytes(32), subscriptionActivation: 'manual' },
    { userId: newId(), partnerId },
    sampleCreateAccountRequest({ administrator: { fullName: 'Maria', email, mobilePhone: '11987654321' } }),
  )

const ECHO = new Statement<{ value: string }>('echo', 'SELECT $1::text AS value')
/** Refuses 0. */
const HALF = new Statement<{ value: string }>('half', 'SELECT (8 / $1::int)::text AS value')

/** What statements written by hand keep to on any database. */
function statements(where: string, openOnce: () => Promise<Database>): void {
  describe(`a statement written by hand on ${where}`, () => {
    let opened: Promise<Database> | undefined
    const database = () => (opened ??= openOnce())

    it('that is refused costs no connection', async () => {
      const opened = await database()
      const partnerId = await addPartner(opened)
      const taken = `${newId()}@estrela.example`
      await create(opened, partnerId, taken)
      const { totalCount } = opened.pool
      const refused = create(opened, partnerId, taken)
      await expect(refused).rejects.toMatchObject({ kind: 'administrator-email-taken' })
      expect(opened.pool.totalCount).toBe(totalCount)
    })

    it('goes on under its name when its connection is replaced', async () => {
      const { pool, stores } = await database()
      const read = (store: Stores) => store.accounts.page(newId(), 1, 25)
      for (let times = 0; times < 2; times++) {
        expect(await read(stores)).toEqual({ items: [], total: 0 })
        const client = await pool.connect()
        client.release(true)
      }
      expect(await read(stores)).toEqual({ items: [], total: 0 })
    })

    it('takes no more redemptions of a coupon than there are, when partners share it; numbers are dense', async () => {
      const opened = await database()
      const couponId = newId()
      const one = await addPartner(opened, couponId)
      const other = newId()
      await opened.stores.partners.add({ id: other, name: 'Revenda', couponId })
      const made = Array.from({ length: 24 }, (_, index) => create(opened, index % 2 === 0 ? one : other))
      await Promise.all(made)
      expect(await opened.prisma.coupon.findUnique({ where: { id: couponId } })).toMatchObject({ redemptions: 7 })
      expect(await opened.prisma.subscription.count({ where: { couponId } })).toBe(7)
      for (const partnerId of [one, other]) {
        const accounts = await opened.prisma.account.findMany({ where: { partnerId }, orderBy: { number: 'asc' } })
        expect(accounts.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
      }
    })

    it('for a partner that does not exist stores nothing', async () => {
      const opened = await database()
      const email = `${newId()}@estrela.example`
      await expect(create(opened, newId(), email)).rejects.toThrow()
      expect(await opened.prisma.administrator.count({ where: { email } })).toBe(0)
    })

    it('is kept by its connection, parsed, under its name', async () => {
      const { pool } = await database()
      const kept = new Statement<{ count: number }>(
        'kept',
        `SELECT count(*)::int AS count FROM pg_prepared_statements WHERE name = 'kept'`,
      )
      expect(await new PoolStatements(pool).run(kept, [])).toEqual([{ count: 1 }])
    })

    it('that reads goes with others that are asked for at once, on one connection, a few at a time', async () => {
      const { pool } = await database()
      const taken = vi.spyOn(pool, 'connect')
      const statements = new PoolStatements(pool)
      const asked = Array.from({ length: 20 }, (_, index) => statements.read(ECHO, [String(index)]))
      const answers = await Promise.all(asked)
      expect(answers).toEqual(asked.map((_, index) => [{ value: String(index) }]))
      expect(taken).toHaveBeenCalledTimes(3)
      taken.mockRestore()
      expect(pool.idleCount).toBe(pool.totalCount)
    })

    it('that reads and is refused leaves those that go with it alone, and their connection', async () => {
      const { pool } = await database()
      const statements = new PoolStatements(pool)
      await statements.read(ECHO, ['first'])
      const { totalCount } = pool
      const wrong = new Statement('wrong', 'SELECT FROM no_such_table')
      const asked = [
        statements.read(ECHO, ['before']),
        statements.read(HALF, ['0']),
        statements.read(wrong, []),
        statements.read(wrong, []),
        statements.read(HALF, ['4']),
        statements.read(ECHO, ['after']),
      ]
      const outcomes = await Promise.allSettled(asked)
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, false, false, false, true, true])
      expect(await Promise.all([asked[0], asked[4], asked[5]])).toEqual([
        [{ value: 'before' }],
        [{ value: '2' }],
        [{ value: 'after' }],
      ])
      expect(pool.totalCount).toBe(totalCount)
      expect(await statements.read(HALF, ['2'])).toEqual([{ value: '4' }])
    })
  })
}

statements('the embedded PostgreSQL', () => openMigrated({ directory: undefined }))

describe.skipIf(SERVER_MISSING)('with a PostgreSQL server (skipped: no /usr/lib/postgresql/*/bin)', () => {
  statements('a PostgreSQL server', async () => openMigrated({ url: (await startServer()).url }))

  it('a statement whose connection ends in the middle of it fails, and the process goes on', async () => {
    const server = await startServer()
    const { pool, stores } = await openMigrated({ url: server.url })
    const ending = new Statement('ending', 'SELECT pg_terminate_backend(pg_backend_pid())')
    const statements = new PoolStatements(pool)
    await expect(statements.run(ending, [])).rejects.toThrow()
    const together = [statements.read(ECHO, ['1']), statements.read(ending, []), statements.read(ECHO, ['2'])]
    const outcomes = await Promise.allSettled(together)
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await statements.read(ECHO, ['3'])).toEqual([{ value: '3' }])
    const waiting = statements.run(new Statement('waiting', 'SELECT pg_sleep(1)::text'), [])
    setTimeout(() => void server.kill(), 200)
    await expect(waiting).rejects.toThrow()
    await expect(stores.accounts.page(newId(), 1, 25)).rejects.toMatchObject({ kind: 'storage-unavailable' })
  })
})

describe('the names of statements that Prisma makes', () => {
  it('stand for one text each, and are not given out without end', () => {
    const nameOf = createStatementNames()
    const names = Array.from({ length: 600 }, (_, index) => nameOf({ sql: `SELECT ${index}` }))
    const given = names.filter((name) => name !== '')
    expect(new Set(given).size).toBe(500)
    expect(given).toHaveLength(500)
    expect(nameOf({ sql: 'SELECT 7' })).toBe(names[7])
  })
})
