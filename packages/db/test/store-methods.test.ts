import { PGlite } from '@electric-sql/pglite'
import { createAccount, createIdGenerator, DomainError, firstIdAt, timeOfId } from '@partner-accounts/core'
import { newSealingKeys, sampleCreateAccountRequest } from '@partner-accounts/core/testing'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Connections } from '../src/driver/connections.ts'
import { RevivingPGlite } from '../src/embedded/reviving-pglite.ts'
import type { Database } from '../src/index.ts'
import { createPrisma } from '../src/prisma/create-prisma.ts'
import { Prisma } from '../src/prisma/generated/client.ts'
import { databasesOfThisFile } from './opened-databases.ts'
import { addPartner } from './store-contracts.ts'

const newId = createIdGenerator()
const { openMigrated } = databasesOfThisFile()
const DAY_MS = 86_400_000

describe('Methods of the stores', () => {
  let database: Database
  beforeAll(async () => {
    database = await openMigrated({ directory: undefined })
  })

  it('rateLimits and find return only limits in force', async () => {
    const { partners } = database.stores
    const one = await addPartner(database)
    const other = await addPartner(database)
    const until = new Date(Date.now() + DAY_MS)
    await partners.change(one, { rateLimit: { requests: 30, until } })
    await partners.change(other, { rateLimit: { requests: 20, until: new Date(Date.now() - 1) } })
    expect(await partners.rateLimits()).toEqual(new Map([[one, { requests: 30, until }]]))
    expect((await partners.find(other))?.rateLimit).toBeNull()
    expect(await partners.change(one, { rateLimit: null })).toMatchObject({ rateLimit: null })
    expect(await partners.rateLimits()).toEqual(new Map())
  })

  it('changes of records that do not exist report that they do not', async () => {
    const { accountDirectory, portalSessions, portalUsers, subscriptions } = database.stores
    expect(await subscriptions.activate(newId())).toBe(false)
    expect(await accountDirectory.lock(newId())).toBeUndefined()
    expect(await accountDirectory.setActiveEmployees(newId(), 3)).toBeUndefined()
    expect(await portalSessions.end({ partnerId: newId(), userId: newId(), sessionId: newId() }, 60)).toBe(0)
    const user = { id: newId(), partnerId: newId(), email: 'ana@revenda.example', name: 'Ana' }
    expect(await database.stores.people.erasePortalUser(user)).toBeUndefined()
    expect(await portalUsers.deleteUnused(user)).toBe(false)
  })

  it('empty deletes nothing of a live partner', async () => {
    const partnerId = await addPartner(database)
    const settings = { stores: database.stores, newId, sealingKeys: newSealingKeys() }
    const creation = { creator: { userId: newId(), partnerId }, request: sampleCreateAccountRequest() }
    await createAccount({ ...settings, subscriptionActivation: 'manual' }, creation)
    // `true` means that nothing is left to delete.
    expect(await database.stores.partners.empty(partnerId, 10)).toBe(true)
    expect((await database.stores.accounts.page(partnerId, 1, 10)).items).toHaveLength(1)
  })

  it('an operator’s session keeps its ID token, and expires with the session that created its link at the latest', async () => {
    const { operatorSessions } = database.stores
    const operator = { name: 'Rui', email: 'rui@ops.example', role: 'admin', createdBy: 'ops' } as const
    const browser = { userAgent: '', network: '', sealedIdToken: new Uint8Array([1, 2]) }
    const creator = { ...operator, ...browser, id: newId(), creatorSessionId: null }
    const { expiresAt } = await operatorSessions.start({ ...creator, lifetimeSeconds: 60 })
    expect(await operatorSessions.findSealedIdToken(creator.id)).toEqual(creator.sealedIdToken)
    const created = { ...creator, id: newId(), sealedIdToken: null, creatorSessionId: creator.id }
    expect((await operatorSessions.start({ ...created, lifetimeSeconds: 3_600 })).expiresAt).toEqual(expiresAt)
    const short = await operatorSessions.start({ ...created, id: newId(), lifetimeSeconds: 1 })
    expect(short.expiresAt.getTime()).toBeLessThan(expiresAt.getTime())
    expect(await operatorSessions.findSealedIdToken(created.id)).toBeNull()
    expect(await operatorSessions.findSealedIdToken(newId())).toBeNull()
  })

  it('the audit trail of a portal user is filtered by time, both times included, and by partner', async () => {
    const { audit, portalUsers, records } = database.stores
    const partnerId = await addPartner(database)
    const id = newId()
    const user = { id, partnerId, email: `${id}@revenda.example`, name: 'Ana' }
    const invited = {
      kind: 'person',
      status: 'invited',
      permissions: [],
      passwordHash: null,
      activation: null,
    } as const
    await portalUsers.add({ ...user, ...invited })
    const record = () =>
      audit.record({ actor: { kind: 'portal-user', id }, action: 'portal-user.disabled', subjectId: id, partnerId })
    for (let times = 0; times < 3; times++) await record()
    // Searches find a portal user by the id.
    const actor = { kind: 'portal-user', name: id } as const
    const page = { limit: 10, withTotal: true }
    const { items } = await records.auditEntries({ actor }, page)
    expect(items).toHaveLength(3)
    const ids = items.map((entry) => entry.id).toReversed()
    // Moves the last entry 5 ms into the future, because all may have been recorded in the same millisecond.
    await database.prisma.auditEntry.updateMany({
      data: { id: firstIdAt(new Date(timeOfId(ids[2]!).getTime() + 5)) },
      where: { partnerId, id: ids[2]! },
    })
    const first = timeOfId(ids[0]!)
    const second = timeOfId(ids[1]!)
    const within = await records.auditEntries({ actor, from: first, to: second }, page)
    expect(within.items.map((entry) => entry.id)).toEqual([ids[1], ids[0]])
    expect(within.total).toEqual({ count: 2, isExact: true })
    const other = await records.auditEntries({ actor, partnerId: newId() }, page)
    expect(other).toEqual({ items: [], nextCursor: null })
  })

  it('files of a build are stored once per app, and kept for longer when an instance of the build starts', async () => {
    const { pageFiles, prisma } = database
    const build = (...names: string[]) => new Map(names.map((name) => [name, Buffer.from(`content of ${name}`)]))
    await pageFiles.keep('portal', build('a.js', 'b.js'))
    await prisma.pageFile.updateMany({ data: { keptAt: new Date(0) } })
    await pageFiles.keep('portal', build('b.js', 'c.js'))
    await pageFiles.keep('console', build('a.js'))
    expect((await pageFiles.listNames('portal')).toSorted()).toEqual(['a.js', 'b.js', 'c.js'])
    expect(Buffer.from((await pageFiles.read('portal', 'c.js'))!).toString()).toBe('content of c.js')
    expect(await pageFiles.read('console', 'c.js')).toBeUndefined()
    const kept = await prisma.pageFile.findMany({ where: { keptAt: { gt: new Date(0) } }, orderBy: { name: 'asc' } })
    expect(kept.map(({ app, name }) => `${app} ${name}`)).toEqual(['console a.js', 'portal b.js', 'portal c.js'])
    await pageFiles.keep('portal', build('a.js'))
    expect(await prisma.pageFile.count({ where: { keptAt: new Date(0) } })).toBe(0)
  })

  it('times keep their value in another time zone of the session, also in transactions and in lists', async () => {
    const { pool, prisma, stores, transact } = database
    await pool.query(`SET timezone = 'America/Sao_Paulo'`)
    try {
      const expiresAt = new Date('2030-01-01T00:00:00.123Z')
      const coupon = (id: string) => ({ id, code: id, percentOff: 5, expiresAt })
      await stores.coupons.add({ ...coupon('outside'), maxRedemptions: null, redemptions: 0 })
      await transact(({ coupons }) => coupons.add({ ...coupon('inside'), maxRedemptions: null, redemptions: 0 }))
      const minute = new Date('2030-01-01T00:01:00Z')
      const partnerId = newId()
      await transact(({ rejections }) => rejections.add([{ partnerId, minute, requests: 2 }]))
      // Reads times with `pg`, because Prisma ignores their offset, which is 0 in the sessions of the service.
      const { rows } = await pool.query('SELECT expires_at AS at FROM coupons ORDER BY id')
      expect(rows).toEqual([{ at: expiresAt }, { at: expiresAt }])
      expect(await prisma.coupon.count({ where: { expiresAt: { in: [expiresAt] } } })).toBe(2)
      const rejections = await pool.query('SELECT minute FROM rate_limit_rejections WHERE partner_id = $1', [partnerId])
      expect(rejections.rows).toEqual([{ minute }])
    } finally {
      await pool.query('RESET timezone')
    }
  })
})

/** Runs a transaction that Prisma rejects with an error, and returns the error with which `transact` fails. */
async function failureOfTransaction(error: Error): Promise<unknown> {
  const { pool } = await openMigrated({ directory: undefined })
  const { prisma, transact } = createPrisma(new Connections(pool, {}), () => Promise.resolve(undefined))
  Object.assign(prisma, { $transaction: () => Promise.reject(error) })
  return transact(() => Promise.resolve()).catch((reason: unknown) => reason)
}

it.each(['P2024', 'P2028'])(
  'a transaction that Prisma rejects with %s fails with storage-unavailable',
  async (code) => {
    const error = new Prisma.PrismaClientKnownRequestError('failed', { code, clientVersion: '7' })
    expect(await failureOfTransaction(error)).toEqual(new DomainError('storage-unavailable', { cause: error }))
  },
)

it('a transaction that Prisma rejects with another code fails with the same error', async () => {
  const error = new Prisma.PrismaClientKnownRequestError('failed', { code: 'P2025', clientVersion: '7' })
  expect(await failureOfTransaction(error)).toBe(error)
})

it('RevivingPGlite keeps what it has opened until it is abandoned', async () => {
  const create = vi.spyOn(PGlite, 'create')
  const close = vi.fn(() => Promise.resolve())
  for (const name of ['first', 'second']) create.mockResolvedValueOnce({ name, close })
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  try {
    const pglite = new RevivingPGlite('memory://')
    expect([await pglite.get(), await pglite.get()]).toMatchObject([{ name: 'first' }, { name: 'first' }])
    pglite.abandon()
    await expect(pglite.get()).rejects.toThrow('the embedded PostgreSQL is down')
    now.mockReturnValue(2_000)
    expect(await pglite.get()).toMatchObject({ name: 'second' })
    await pglite.close()
    expect(close).toHaveBeenCalledOnce()
  } finally {
    create.mockRestore()
    now.mockRestore()
  }
})
