import { createIdGenerator, LIMITS, type SearchCriteria } from '@partner-accounts/core'
import type { Pool } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { newSealingKeys } from '@partner-accounts/core/testing'
import type { ObserveStatement } from '../src/driver/connections.ts'
import { type Database, openDatabase } from '../src/index.ts'
import { UNFILTERED, EVERYWHERE, EXPORT, IN_WINDOW, WORDS } from '../src/accounts/search-statements.ts'
import type { Statement } from '../src/sql/statement.ts'
import { explain, nodesOf, type PlanNode } from './explain.ts'
import { databasesOfThisFile, PATIENT, SERVER_MISSING } from './opened-databases.ts'

const newId = createIdGenerator()
const { openMigrated, startServer } = databasesOfThisFile()

const LARGE = 30_000
/** Enough accounts that reading all of them costs more than reading the index of their words. */
const SMALL = 2_000
/** Maximum number of pages of the database that a search reads. */
const MAX_PAGES = 1_000
const CRITERIA: SearchCriteria = { order: 'newest', page: 1, pageSize: 25 }
/** Every account has the words `ltda` and `a<number>`, every tenth has `padaria`, every 1,000th a canceled subscription. */
const SEED = [
  `INSERT INTO partners (id, name, account_count) VALUES ($1, 'Revenda', $2)`,
  `INSERT INTO accounts (id, partner_id, number, created_at, subscription_status, terms, name, trade_name, cnpj,
                         full_name, email, mobile_phone, administrator_activated, password_hash, secret_hash)
   SELECT right($1, 12) || lpad(to_hex(n), 12, '0'), $1, n, timestamptz '2025-01-01' + n * interval '1 min',
          CASE WHEN n % 1000 = 1 THEN 'canceled' ELSE 'active' END,
          (CASE WHEN n % 10 = 0 THEN 'padaria' ELSE 'oficina' END) || ' ltda a' || n,
          'Empresa', 'Empresa', '11222333000181', 'Maria', n || '@' || $1 || '.example', '11987654321',
          n % 3 = 0, CASE WHEN n % 3 = 0 THEN 'hash' END, sha256('')
   FROM generate_series(1, $2::int) n`,
  `INSERT INTO administrator_emails (email_key, partner_id, account_id)
   SELECT n || '@' || $1 || '.example', $1, right($1, 12) || lpad(to_hex(n), 12, '0')
   FROM generate_series(1, $2::int) n`,
  `INSERT INTO subscriptions (id, partner_id, account_id, employees)
   SELECT right($1, 12) || lpad(to_hex(n), 12, '0'), $1, right($1, 12) || lpad(to_hex(n), 12, '0'), 3
   FROM generate_series(1, $2::int) n`,
]

async function seed(pool: Pool, partnerId: string, accounts: number): Promise<void> {
  const client = await pool.connect()
  // Skips the checks of foreign keys, because the rows are consistent.
  await client.query('SET session_replication_role = replica; SET statement_timeout = 0')
  for (const statement of SEED) await client.query(statement, [partnerId, accounts])
  await client.query('VACUUM ANALYZE')
  client.release(true)
}

describe.skipIf(SERVER_MISSING)('Searches of a large partner (requires PostgreSQL)', () => {
  let url: string
  let database: Database
  const large = newId()
  const small = newId()
  beforeAll(async () => {
    url = (await startServer()).url
    database = await openMigrated({ url })
    await seed(database.pool, large, LARGE)
    await seed(database.pool, small, SMALL)
  })

  const search = (criteria: Partial<SearchCriteria>, partnerId = large) =>
    database.stores.accounts.search(partnerId, { ...CRITERIA, ...criteria })
  /** Returns the numbers of the found accounts, with which their e-mails begin. */
  const numbersIn = ({ items }: { items: { administrator: { email: string } }[] }) =>
    items.map(({ administrator }) => Number(administrator.email.split('@')[0]))

  const planOf = async <Values>(statement: Statement<Values, unknown>, values: Values) =>
    nodesOf(await explain(database.pool, statement, values))
  const pagesRead = ([root]: PlanNode[]) => root!['Shared Hit Blocks'] + root!['Shared Read Blocks']

  it('a frequent word finds the most recent accounts, and reports that there are more', async () => {
    const found = await search({ query: 'padaria', page: 2 })
    expect(numbersIn(found)).toEqual(Array.from({ length: 25 }, (_, index) => LARGE - 250 - index * 10))
    // A tenth of the searched accounts.
    expect(found).toMatchObject({ isTotalExact: false, total: LIMITS.search.window / 10 })
  })

  it('rare words find accounts of any age, with their exact number', async () => {
    expect(numbersIn(await search({ query: 'a17', order: 'oldest', pageSize: 3 }))).toEqual([17, 170, 171])
    // The accounts 1,701 and 17,010 to 17,019.
    expect(await search({ query: 'ltda a1701' })).toMatchObject({ isTotalExact: true, total: 11 })
    expect(numbersIn(await search({ query: 'ltda a12345' }))).toEqual([12345])
  })

  it('a rare status finds accounts of any age, with their exact number', async () => {
    const found = await search({ subscriptionStatuses: ['canceled'], order: 'oldest', pageSize: 3 })
    expect(numbersIn(found)).toEqual([1, 1001, 2001])
    expect(found).toMatchObject({ total: 30, isTotalExact: true })
  })

  it('without filters, any page is returned, with the exact number', async () => {
    const last = await search({ page: LARGE / 25 })
    expect(numbersIn(last)).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index))
    expect(last).toMatchObject({ total: LARGE, isTotalExact: true })
    expect(numbersIn(await search({ page: LARGE / 25, order: 'oldest', pageSize: 25 })).at(-1)).toBe(LARGE)
  })

  it('an export returns every account once, in parts', async () => {
    const exported: number[] = []
    let after
    do {
      const part = await database.stores.accounts.export(large, { query: 'padaria' }, after)
      exported.push(...numbersIn(part))
      after = part.next
    } while (after)
    expect(exported).toEqual(Array.from({ length: LARGE / 10 }, (_, index) => LARGE - index * 10))
  })

  it('two searches of a partner run at a time, so that they leave connections to others', async () => {
    let isHolding = true
    let held = 0
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const observe: ObserveStatement = async (_text, execute) => {
      if (isHolding) {
        held += 1
        await released
      }
      return execute()
    }
    const other = await openDatabase({ url, ...PATIENT }, newSealingKeys(), observe)
    const { accounts } = other.stores
    const searches = Array.from({ length: 20 }, () => accounts.search(large, { ...CRITERIA, query: 'padaria' }))
    await expect.poll(() => held).toBeGreaterThan(1)
    isHolding = false
    expect((await accounts.search(small, { ...CRITERIA, query: 'padaria' })).items).toHaveLength(25)
    expect(held).toBe(2)
    release()
    for (const { items } of await Promise.all(searches)) expect(items).toHaveLength(25)
    await other.close()
  })

  const filters = {
    subscriptionStatuses: ['canceled'] as const,
    administratorActivated: [true, false],
    createdFrom: 0,
    createdBefore: Date.UTC(9999, 0),
  }
  const page = { offset: 0, pageSize: 25 }

  it('the words are found by one index, which reads no account of another partner', async () => {
    const plan = await planOf(EVERYWHERE.newest, {
      partnerId: small,
      ...filters,
      ...page,
      subscriptionStatuses: ['active'],
      word1: '% padaria%',
      word2: '% padaria%',
      word3: '% padaria%',
      word4: '% padaria%',
      word5: '% padaria%',
      word6: '% padaria%',
    })
    const scans = plan.filter((node) => node['Index Name'] === 'accounts_terms_idx')
    expect(scans.map((node) => node['Actual Rows'])).toEqual([SMALL / 10])
    expect(pagesRead(plan)).toBeLessThan(MAX_PAGES)
  })

  it('filters are ranges of an index, and a page without filters is a range of numbers', async () => {
    const rare = await planOf(IN_WINDOW.newest, { partnerId: large, ...filters, ...page, patterns: [] })
    expect(rare.map((node) => node['Index Name'])).toContain('accounts_filter_idx')
    expect(pagesRead(rare)).toBeLessThan(MAX_PAGES)
    const deep = await planOf(UNFILTERED.newest, { partnerId: large, first: LARGE / 2, last: LARGE / 2 + 24 })
    expect(pagesRead(deep)).toBeLessThan(MAX_PAGES)
    const part = { afterCreated: Date.UTC(9999, 0), afterNumber: 0, patterns: [] }
    const exported = await planOf(EXPORT, { partnerId: large, ...filters, ...part })
    expect(exported.map((node) => node['Index Name'])).toContain('accounts_filter_idx')
    const words = await planOf(WORDS, { partnerId: large, ...filters, similar: ['% pad%', '%ria %'] })
    expect(pagesRead(words)).toBeLessThan(MAX_PAGES)
    for (const node of [...rare, ...deep, ...exported, ...words]) {
      if (node['Node Type'] === 'Seq Scan') expect(node['Relation Name']).toBe('partners')
    }
  })
})
