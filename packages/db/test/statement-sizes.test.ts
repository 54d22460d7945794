import { createIdGenerator, emailKeyOf, LIMITS, type NormalizedEmail } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { deleteTestData } from '../src/retention/test-data.ts'
import { openInMemory } from './open-in-memory.ts'

const newId = createIdGenerator()
/** A statement may have a parameter for each of the 500 records of a page, and a few others. */
const MAX_PARAMETERS = 600
/** More records than a statement may have parameters. */
const MANY = 700
const PERIOD_MS = 15 * 60_000
const LIVE = '1'.padStart(24, '0')
const EMAIL = 'maria@padaria.example' as NormalizedEmail

/**
 * Returns statements that add many test partners, each with an account at `start`, and a live partner with an account in
 * each of many periods after `start`.
 */
const seed = (start: number) => `
  INSERT INTO partners (id, name, account_count) VALUES ('${LIVE}', 'Revenda', ${MANY});
  INSERT INTO partners (id, name, account_count, test_of)
    SELECT 'a' || lpad(i::text, 23, '0'), 'Teste ' || i, 1, lpad(i::text, 24, 'b') FROM generate_series(1, ${MANY}) AS i;
  INSERT INTO accounts (id, partner_id, number, created_at, terms, name, trade_name, cnpj, full_name, email, mobile_phone, secret_hash)
    SELECT lpad(to_hex(${start} + i * ${PERIOD_MS}::bigint), 12, '0') || lpad(to_hex(i), 12, '0'), '${LIVE}', i,
      to_timestamp((${start} + i * ${PERIOD_MS}::bigint) / 1000), '', 'Padaria ' || i, '', '00000000000000', '', 'maria' || i || '@padaria.example', '', sha256('')
    FROM generate_series(1, ${MANY}) AS i;
  INSERT INTO accounts (id, partner_id, number, created_at, terms, name, trade_name, cnpj, full_name, email, mobile_phone, secret_hash)
    SELECT lpad(to_hex(${start}::bigint), 12, '0') || 'f' || lpad(to_hex(i), 11, '0'), 'a' || lpad(i::text, 23, '0'), 1,
      to_timestamp(${start} / 1000), '', 'Teste ' || i, '', '00000000000000', '', '${EMAIL}', '', sha256('')
    FROM generate_series(1, ${MANY}) AS i;
  INSERT INTO administrator_emails (email_key, scope, partner_id, account_id)
    SELECT lower(email), partner_id, partner_id, id FROM accounts WHERE partner_id <> '${LIVE}';
  INSERT INTO subscriptions (id, partner_id, account_id, employees) SELECT id, partner_id, id, 1 FROM accounts`

// Prisma compiles statements with many parameters slowly.
describe('Statements have few parameters, however many records there are', () => {
  let database: Database
  let texts: string[] = []
  const start = Math.floor(Date.now() / PERIOD_MS - 2 * MANY) * PERIOD_MS
  beforeAll(async () => {
    database = await openInMemory(newSealingKeys(), (text, execute) => {
      texts.push(text)
      return execute()
    })
    await database.migrate()
    for (const statement of seed(start).split(';\n')) await database.pool.query(statement)
    return () => database.close()
  })
  beforeEach(() => {
    texts = []
  })

  const countParameters = (text: string) =>
    Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
  const expectFewParameters = (max = MAX_PARAMETERS) => {
    expect(texts.length).toBeGreaterThan(0)
    expect(Math.max(...texts.map(countParameters))).toBeLessThanOrEqual(max)
  }
  /** Account `i` of the live partner is `i` periods after `start`, so the first span contains its accounts 1 to 99. */
  const spans = [
    { start: new Date(start), end: new Date(start + 100 * PERIOD_MS) },
    { start: new Date(start + 100 * PERIOD_MS), end: new Date(start + 2 * MANY * PERIOD_MS) },
  ]
  const countCreations = () => database.stores.records.accountsCreated(spans)

  it('figures count the accounts of unstored periods, and read the counts of stored periods', async () => {
    expect(await countCreations()).toEqual([99, MANY - 99])
    expect(await database.prisma.accountCreations.count()).toBe(0)
    await Promise.all([database.storeFinishedPeriods(), database.storeFinishedPeriods()])
    expect(await database.prisma.accountCreations.aggregate({ _count: true, _sum: { accounts: true } })).toEqual({
      _count: MANY,
      _sum: { accounts: MANY },
    })
    expectFewParameters()
    // Only stored periods are read now.
    await database.prisma.accountCreations.updateMany({ data: { accounts: 2 } })
    expect(await countCreations()).toEqual([198, 2 * (MANY - 99)])
    await database.storeFinishedPeriods()
    expect(await countCreations()).toEqual([198, 2 * (MANY - 99)])
    const withTest = await database.stores.records.accountsCreated(spans, { includeTest: true })
    expect(withTest).toEqual([99 + MANY, MANY - 99])
    expect(await database.stores.records.accountsCreated([])).toEqual([])
  })

  it('counting stops when the service stops, and continues where it stopped', async () => {
    await database.prisma.accountCreations.deleteMany()
    await database.storeFinishedPeriods(AbortSignal.abort())
    expect(await database.prisma.accountCreations.count()).toBe(0)
    await database.prisma.accountCreations.create({
      data: { startsAt: new Date(start + (MANY - 1) * PERIOD_MS), accounts: 7 },
    })
    await database.storeFinishedPeriods()
    expect(await database.prisma.accountCreations.findMany({ orderBy: { startsAt: 'asc' } })).toEqual([
      { startsAt: new Date(start + (MANY - 1) * PERIOD_MS), accounts: 7 },
      { startsAt: new Date(start + MANY * PERIOD_MS), accounts: 1 },
    ])
  })

  it('lists and figures leave out test partners, however many there are', async () => {
    const { records, rejections, webhooks } = database.stores
    const minute = new Date()
    await rejections.add([LIVE, ...testPartnerIds(3)].map((partnerId) => ({ partnerId, minute, requests: 2 })))
    const page = { limit: 500, withTotal: true }
    const accounts = await records.accounts({}, page)
    expect([accounts.items.length, accounts.total]).toEqual([500, { count: MANY, isExact: true }])
    expect(accounts.items.filter((account) => account.subscriptionEmployees !== 1)).toEqual([])
    expect((await records.subscriptions({}, page)).total).toEqual({ count: MANY, isExact: true })
    expect((await records.mails({}, page)).items).toEqual([])
    const since = new Date(0)
    const limited = await records.limitedPartners({ since }, page)
    expect(limited.items).toMatchObject([{ id: LIVE, requests: 2 }])
    expect((await records.limitedPartners({ since, includeTest: true }, page)).items).toHaveLength(4)
    const waiting = await records.waiting({ limitedSince: since, countTo: 5_000 })
    expect(waiting).toMatchObject({ pendingSubscriptions: MANY, limitedPartners: 1 })
    expect((await webhooks.list({}, page)).items).toEqual([])
    expectFewParameters()
  })

  it('a search for an e-mail that accounts of many test partners share reads in parts', async () => {
    const { records } = database.stores
    const { items, total } = await records.accounts({ email: EMAIL }, { limit: 50, withTotal: true })
    expect(items).toHaveLength(50)
    expect(total!.count).toBeGreaterThanOrEqual(50)
    expectFewParameters()
  })

  it('an audit trail of many records is written in parts', async () => {
    const entries = Array.from({ length: MANY }, () => ({
      actor: { kind: 'service', name: 'test' } as const,
      action: 'mail.retried' as const,
      subjectId: newId(),
    }))
    await database.stores.audit.record(...entries)
    expect(await database.prisma.auditEntry.count({ where: { action: 'mail.retried' } })).toBe(MANY)
    // A row of an audit entry has about a dozen parameters.
    expectFewParameters(2 * MAX_PARAMETERS)
  })

  it('emptying a test partner reads and deletes in parts', async () => {
    const [id] = testPartnerIds(1) as [string]
    const rows = Array.from({ length: MANY }, (_, index) => ({
      id: newId(),
      number: index + 2,
      partnerId: id,
      secretHash: new Uint8Array(32),
      terms: '',
      name: 'Padaria',
      tradeName: 'Padaria',
      cpf: '52998224725',
      fullName: 'Maria',
      email: `maria${index}@empresa.example`,
      mobilePhone: '11987654321',
    }))
    for (let from = 0; from < MANY; from += 100)
      await database.prisma.account.createMany({ data: rows.slice(from, from + 100) })
    await database.prisma.partner.update({ data: { accountCount: MANY + 1 }, where: { id } })
    await database.prisma.administratorEmail.create({
      data: { emailKey: emailKeyOf(rows[0]!.email), scope: id, partnerId: id, accountId: rows[0]!.id },
    })
    const { items } = await database.stores.records.accounts({ partnerId: id }, { limit: 1 })
    expect(items).toMatchObject([{ subscriptionStatus: 'pending', subscriptionEmployees: 0 }])
    texts = []
    const { accountsPerTransaction } = LIMITS.testMode
    let isEmpty = false
    while (!isEmpty) isEmpty = await database.transact(({ partners }) => partners.empty(id, accountsPerTransaction))
    expect(await database.prisma.account.count({ where: { partnerId: id } })).toBe(0)
    expectFewParameters()
  })

  it('expired records of test partners are deleted in parts, up to the limit, and none of live partners', async () => {
    const { prisma } = database
    const last = testPartnerIds(MANY).at(-1)!
    const event = { action: 'portal-user.disabled', actorKind: 'service', subjectId: 's', position: 1 }
    // Ids begin with their creation time, so this entry is older than `start`.
    const id = '0'.repeat(24)
    await prisma.auditEntry.createMany({ data: [last, LIVE].map((partnerId) => ({ ...event, id, partnerId })) })
    const before = await prisma.account.count({ where: { partnerId: { not: LIVE } } })
    const expire = (time: Date) =>
      deleteTestData({ client: prisma, transact: (work) => prisma.$transaction(work) }, time, 3)
    expect(await expire(new Date(start - 1))).toEqual({ accounts: 0, audit_entries: 1 })
    expect(await expire(new Date())).toEqual({ accounts: 3, audit_entries: 0 })
    expect(await prisma.account.count({ where: { partnerId: { not: LIVE } } })).toBe(before - 3)
    expect(await prisma.account.count({ where: { partnerId: LIVE } })).toBe(MANY)
    expect(await prisma.auditEntry.count({ where: { partnerId: LIVE, id } })).toBe(1)
    expectFewParameters()
  })
})

const testPartnerIds = (count: number) =>
  Array.from({ length: count }, (_, index) => `a${String(index + 1).padStart(23, '0')}`)
