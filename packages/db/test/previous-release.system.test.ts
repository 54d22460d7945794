import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type AccountStore,
  createAccount,
  createIdGenerator,
  sampleWorkSchedule,
  type Stores,
} from '@partner-accounts/core'
import { newSealingKeys, sampleCreateAccountRequest } from '@partner-accounts/core/testing'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEmbeddedPostgres } from '../src/embedded/embedded-postgres.ts'
import { type Database, openDatabase } from '../src/index.ts'
import { applyMigrations } from '../src/migrations/apply-migrations.ts'
import type { RunStatement } from '../src/driver/statements.ts'
import { createPostgresAccountStore } from '../src/stores/accounts/postgres-account-store.ts'

/** The first migration of this release. */
const FIRST = '20261122061000_partner_columns'
const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
const PARTNER = '0123456789abcdef01234567'
const sealingKeys = newSealingKeys()
const newId = createIdGenerator()
const { name: workScheduleName, days } = sampleWorkSchedule()
/** Parameters of its statements that are part of the text of this release's. */
const SCHEDULE = { workScheduleName, workDays: JSON.stringify(days) }

/** Reads a statement of the previous release. Parameters are names in braces. */
const statementOf = (name: string) => readFileSync(new URL(`previous-release/${name}.sql`, import.meta.url), 'utf8')

const requestOf = (email: string) =>
  sampleCreateAccountRequest({ administrator: { fullName: 'Maria', email, mobilePhone: '11987654321' } })

const create = (accounts: Stores['accounts'], email: string, idempotencyKey?: string) =>
  createAccount(
    { stores: { accounts } as Stores, newId, sealingKeys, subscriptionActivation: 'manual' },
    { creator: { userId: newId(), partnerId: PARTNER }, request: requestOf(email), idempotencyKey },
  )

/** Executes what instances of the previous release execute. */
class PreviousRelease {
  readonly #pool: Pool
  readonly #accounts: AccountStore

  constructor(pool: Pool) {
    this.#pool = pool
    const run: RunStatement = (statement, parameters) =>
      this.run(statementOf(statement.name), { ...SCHEDULE, ...parameters })
    this.#accounts = createPostgresAccountStore(run, newId, sealingKeys)
  }

  async run<Row>(text: string, values: Record<string, unknown>): Promise<Row[]> {
    const names = [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))]
    const numbered = text.replaceAll(/\{(\w+)\}/g, (_match, name: string) => `$${names.indexOf(name) + 1}`)
    const parameters = names.map((name) => values[name])
    return (await this.#pool.query({ text: numbered, values: parameters })).rows as Row[]
  }

  create(email: string, key?: string) {
    return create(this.#accounts, email, key)
  }

  /** Corrects the e-mail of an account's administrator. */
  correct(id: string, email: string) {
    return this.run('UPDATE administrators SET email = {email} WHERE account_id = {id}', { id, email })
  }

  invite(email: string) {
    return this.run(
      `INSERT INTO portal_users (id, partner_id, email, name, permissions) VALUES ({id}, {partner}, {email}, 'Ana', '{}')`,
      { id: newId(), partner: PARTNER, email },
    )
  }

  /** Adds an audit entry and a mail that belong to no partner. */
  async addWithoutPartner() {
    await this.run(
      `INSERT INTO audit_entries (id, actor_kind, action, subject_id, partner_id) VALUES ({id}, 'internal', 'coupon.created', 'c', NULL)`,
      { id: newId() },
    )
    await this.run(
      `INSERT INTO mails (id, kind, recipient, sealed_content, partner_id) VALUES ({id}, 'administrator_welcome', 'a@b.example', 'x', NULL)`,
      { id: newId() },
    )
  }
}

const duplicate = (constraint: string) => ({ code: '23505', constraint })

let folder: string
let accounts: { id: string; email: string }[]
let database: Database
/** The previous release, on the migrated database. */
let previous: PreviousRelease

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'partner-accounts-previous-'))
  const [directory, migrations] = [path.join(folder, 'data'), path.join(folder, 'migrations')]
  await mkdir(migrations)
  const names = readdirSync(MIGRATIONS).filter((name) => /^\d/.test(name))
  const add = (name: string) => cp(path.join(MIGRATIONS, name), path.join(migrations, name), { recursive: true })
  for (const name of names.filter((known) => known < FIRST)) await add(name)
  const { pool, close } = await openEmbeddedPostgres(directory)
  previous = new PreviousRelease(pool)
  accounts = []
  await applyMigrations(pool, migrations)
  await previous.run(`INSERT INTO partners (id, name) VALUES ({id}, 'Revenda')`, { id: PARTNER })
  // Instances of the previous release serve before the first migration and after each one.
  for (const name of [undefined, ...names.filter((later) => later >= FIRST)]) {
    if (name !== undefined) {
      await add(name)
      expect(await applyMigrations(pool, migrations)).toEqual([name])
    }
    const state = name ?? 'before'
    for (const key of [undefined, state]) {
      const email = `${state}.${key === undefined ? 'plain' : 'once'}@Estrela.example`
      const { id } = await previous.create(email, key)
      accounts.push({ id, email })
      await expect(previous.create(email.toLowerCase())).rejects.toMatchObject(duplicate('administrators_email_key'))
      if (key !== undefined) expect(await previous.create(email, key)).toMatchObject({ id, isReplay: true })
    }
    const corrected = await previous.create(`${state}.wrong@estrela.example`)
    await previous.correct(corrected.id, `${state}.right@estrela.example`)
    accounts.push({ id: corrected.id, email: `${state}.right@estrela.example` })
    const taken = previous.correct(corrected.id, accounts[0]!.email.toUpperCase())
    await expect(taken).rejects.toMatchObject(duplicate('administrators_email_key'))
    await previous
      .create(`${state}.wrong@estrela.example`)
      .then(({ id }) => accounts.push({ id, email: `${state}.wrong@estrela.example` }))
    await previous.invite(`${state}@Revenda.example`)
    await expect(previous.invite(`${state}@revenda.example`)).rejects.toMatchObject(duplicate('portal_users_email_key'))
    await previous.addWithoutPartner()
  }
  await close()
  database = await openDatabase({ directory }, sealingKeys)
  await database.migrate()
  previous = new PreviousRelease(database.pool)
}, 240_000)
afterAll(async () => {
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

const store = () => database.stores.accounts

it('every row that the previous release inserted has its partner, before, during and after the migrations', async () => {
  for (const table of ['administrators', 'units', 'work_schedules', 'subscriptions']) {
    const { rows } = await database.pool.query(
      `SELECT count(*)::int AS count FROM ${table} WHERE partner_id = $1 AND account_id = ANY($2)`,
      [PARTNER, accounts.map(({ id }) => id)],
    )
    expect(rows, table).toEqual([{ count: accounts.length }])
  }
  const emails = 'SELECT account_id AS id, email_key FROM administrator_emails WHERE partner_id = $1'
  expect((await database.pool.query(emails, [PARTNER])).rows).toEqual(
    expect.arrayContaining(accounts.map(({ id, email }) => ({ id, email_key: email.toLowerCase() }))),
  )
  const { items } = await store().page(PARTNER, 1, 100)
  expect(items.map(({ id }) => id).toSorted()).toEqual(expect.arrayContaining(accounts.map(({ id }) => id)))
})

it('an e-mail that one release registered is taken for the other', async () => {
  const taken = { kind: 'administrator-email-taken' }
  for (const { email } of accounts) await expect(create(store(), email.toUpperCase())).rejects.toMatchObject(taken)
  await create(store(), 'novo@estrela.example')
  await expect(previous.create('NOVO@estrela.example')).rejects.toMatchObject(duplicate('administrators_email_key'))
  const user = { id: newId(), partnerId: PARTNER, kind: 'person', name: 'Ana', status: 'invited' } as const
  const add = (email: string) =>
    database.stores.portalUsers.add({ ...user, email, permissions: [], passwordHash: null, activation: null })
  await expect(add('before@revenda.EXAMPLE')).rejects.toMatchObject({ kind: 'portal-user-email-taken' })
  await add('nova@revenda.example')
  await expect(previous.invite('NOVA@revenda.example')).rejects.toMatchObject(duplicate('portal_users_email_key'))
})

it('a creation of one release under an idempotency key is replayed by the other', async () => {
  for (const key of ['before', FIRST]) {
    const { id, email } = accounts.find((account) => account.email.startsWith(`${key}.once`))!
    expect(await create(store(), email, key)).toMatchObject({ id, isReplay: true })
  }
  const created = await create(store(), 'once@estrela.example', 'of this release')
  const replayed = await previous.create('once@estrela.example', 'of this release')
  expect(replayed).toEqual({ ...created, isReplay: true })
  const other = previous.create('other@estrela.example', 'of this release')
  await expect(other).rejects.toMatchObject({ kind: 'idempotency-key-reused' })
})

it('records without a partner stay without one', async () => {
  for (const list of ['mails', 'auditEntries'] as const) {
    const { items } = await database.stores.operatorQueries[list]({}, { limit: 100 })
    expect(items.filter(({ partnerId }) => partnerId === null).length, list).toBeGreaterThan(3)
  }
})
