import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createIdGenerator } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import {
  freePort,
  hasPgBouncer,
  type PgBouncer,
  type PostgresServer,
  startPgBouncer,
} from '@partner-accounts/local-servers'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../src/index.ts'
import { databasesOfThisFile, PATIENT, SERVER_MISSING } from './opened-databases.ts'

const newId = createIdGenerator()
const { startServer } = databasesOfThisFile()
const sealingKeys = newSealingKeys()

describe.skipIf(SERVER_MISSING)('Defaults of a role or database (requires PostgreSQL)', () => {
  let server: PostgresServer
  let admin: Client
  let databases = 0
  /** A new database for each test, owned by a new role of the same name. */
  let name: string
  beforeAll(async () => {
    server = await startServer()
    admin = new Client({ connectionString: server.url })
    await admin.connect()
  })
  afterAll(() => admin.end())
  beforeEach(async () => {
    databases += 1
    name = `app_${databases}`
    await admin.query(`CREATE ROLE ${name} LOGIN`)
    await admin.query(`CREATE DATABASE ${name} OWNER ${name}`)
  })

  const urlOf = (parameters = '', base = server.url) => {
    const url = new URL(base)
    url.username = name
    url.pathname = `/${name}`
    url.search = parameters
    return url.href
  }
  /** Runs statements as the superuser. */
  const runInDatabase = async (...statements: string[]) => {
    const client = new Client({ connectionString: urlOf().replace(`//${name}@`, '//postgres@') })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const withDatabase = async <T>(url: string, work: (database: Database) => Promise<T>, more = {}) => {
    const database = await openDatabase({ url, ...PATIENT, ...more }, sealingKeys)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
  /** Returns the schemas of a table of the service and of the table of migrations. */
  const readTableSchemas = () =>
    withDatabase(urlOf(), async ({ pool }) => {
      const { rows } = await pool.query<{ schemaname: string }>(
        `SELECT schemaname FROM pg_tables WHERE tablename IN ('accounts', '_prisma_migrations')`,
      )
      return rows.map(({ schemaname }) => schemaname)
    })
  /** Uses Prisma's client, raw statements and a transaction. */
  const expectUsable = async ({ stores, transact, isReady }: Database) => {
    const id = newId()
    await stores.partners.add({ id, name: 'Revenda – São José', couponId: null })
    await transact((inTransaction) => inTransaction.partners.add({ id: newId(), name: 'Outra', couponId: null }))
    expect(await stores.partners.find(id)).toMatchObject({ name: 'Revenda – São José' })
    expect(await stores.accounts.page(id, 1, 25)).toMatchObject({ total: 0 })
    await expect.poll(isReady).toBe(true)
  }
  const expectMigratesAndWorks = (url: string, more = {}) =>
    withDatabase(
      url,
      async (database) => {
        await database.migrate()
        await expectUsable(database)
      },
      more,
    )
  /** Returns the error with which the start fails, or `started`. */
  const startError = (url: string, more = {}) =>
    withDatabase(
      url,
      (database) =>
        database.migrate().then(
          () => 'started',
          ({ name, message }: Error) => {
            expect(message).not.toContain('\n')
            return `${name}: ${message}`
          },
        ),
      more,
    )

  it.each([
    ['of the role', () => [`CREATE SCHEMA own AUTHORIZATION ${name}`, `ALTER ROLE ${name} SET search_path TO own`], ''],
    ['with a schema named like the user', () => [`CREATE SCHEMA "${name}" AUTHORIZATION ${name}`], ''],
    ['in the options', () => [`CREATE SCHEMA own AUTHORIZATION ${name}`], 'options=-c%20search_path%3Down'],
    ['with a quoted name', () => [`CREATE SCHEMA "Own-1" AUTHORIZATION ${name}`], 'schema=Own-1'],
    ['in ?schema= that is created', () => [], 'schema=own'],
    ['in ?schema= that is created, with spaces around it', () => [], 'schema=%20Own-1%20'],
  ])('a search path %s is used by migrations, Prisma and raw statements', async (_case, statements, parameters) => {
    await runInDatabase(...statements())
    await expectMigratesAndWorks(urlOf(parameters))
    // The second start must find the tables of the first.
    await expectMigratesAndWorks(urlOf(parameters))
    const schemas = await readTableSchemas()
    expect(schemas).toHaveLength(2)
    expect(new Set(schemas).size).toBe(1)
    expect(schemas).not.toContain('public')
  })

  it('a schema that later precedes the tables in the search path does not hide the tables', async () => {
    await expectMigratesAndWorks(urlOf())
    await runInDatabase(`CREATE SCHEMA "${name}" AUTHORIZATION ${name}`)
    await expectMigratesAndWorks(urlOf())
    expect(await readTableSchemas()).toEqual(['public', 'public'])
  })

  it.each([
    ['no schema exists', `ALTER ROLE $ SET search_path TO nowhere`, /no schema of search_path exists: create one/],
    [
      'it begins with pg_catalog',
      `ALTER ROLE $ SET search_path TO pg_catalog, public`,
      /begins with pg_catalog: add \?schema=public/,
    ],
  ])('the start fails with one line if the search path cannot work: %s', async (_case, statement, line) => {
    await runInDatabase(statement.replace('$', name))
    const error = await startError(urlOf())
    expect(error).toMatch(line)
    expect(error).toMatch(/^DatabaseStartError: DATABASE_URL .*$/)
  })

  it.each([
    ['DateStyle', `'SQL, DMY'`],
    ['DateStyle', `'German'`],
    ['timezone', `'America/Sao_Paulo'`],
    ['bytea_output', 'escape'],
    ['default_transaction_isolation', `'serializable'`],
    ['standard_conforming_strings', 'off'],
    ['statement_timeout', `'1ms'`],
    ['client_encoding', 'LATIN1'],
    ['default_tablespace', `'nowhere'`],
    ['row_security', 'off'],
    ['lc_monetary', `'C'`],
    ['extra_float_digits', `'-15'`],
    ['IntervalStyle', `'sql_standard'`],
    ['idle_session_timeout', `'1s'`],
    ['plan_cache_mode', 'force_generic_plan'],
  ])('the default %s = %s changes neither times nor the isolation of transactions', async (setting, value) => {
    await runInDatabase(`ALTER ROLE ${name} SET ${setting} TO ${value}`)
    await expectMigratesAndWorks(urlOf())
    await withDatabase(urlOf(), async (database) => {
      expect(await database.migrate()).toEqual([])
      const expiresAt = new Date('2030-01-01T00:00:00.123Z')
      const id = newId()
      await database.prisma.coupon.create({ data: { id, code: 'X', percentOff: 5, expiresAt } })
      const coupon = await database.prisma.coupon.findUniqueOrThrow({ where: { id } })
      expect(coupon.expiresAt).toEqual(expiresAt)
      const { rows } = await database.pool.query('SHOW default_transaction_isolation')
      expect(rows).toEqual([{ default_transaction_isolation: 'read committed' }])
    })
  })

  it('requests wait longer for a lock than the lock timeout of the role', async () => {
    await runInDatabase(`ALTER ROLE ${name} SET lock_timeout TO '20ms'`)
    await expectMigratesAndWorks(urlOf())
    await withDatabase(urlOf(), async ({ pool, stores }) => {
      const holder = await pool.connect()
      await holder.query('BEGIN; LOCK TABLE partners IN EXCLUSIVE MODE')
      const adding = stores.partners.add({ id: newId(), name: 'Revenda', couponId: null })
      const settled = adding.catch(() => undefined)
      const isSettled = await Promise.race([settled.then(() => true), wait(200, false)])
      await holder.query('COMMIT')
      holder.release()
      await adding
      expect(isSettled).toBe(false)
    })
  })

  it('the start fails with one line if the role disables foreign keys', async () => {
    await admin.query(`ALTER ROLE ${name} SET session_replication_role TO replica`)
    expect(await startError(urlOf())).toContain(
      `where session_replication_role is replica: run ALTER ROLE "${name}" IN DATABASE "${name}" SET session_replication_role TO origin`,
    )
  })

  it('the start fails with one line if the timeout of the role is too short to set another', async () => {
    await runInDatabase(`ALTER ROLE ${name} SET idle_session_timeout TO '1ms'`)
    // Tried again, because a start succeeds if its session is never idle for a millisecond.
    await expect
      .poll(() => startError(urlOf()))
      .toMatch(/\(terminating connection .*\): wait until .*idle_session_timeout/)
  })

  it('the start fails with one line if the role may only read', async () => {
    await runInDatabase(`ALTER ROLE ${name} SET default_transaction_read_only TO on`)
    expect(await startError(urlOf())).toMatch(
      /^DatabaseStartError: DATABASE_URL leads to .* \(the server is read-only\): name the primary .* default_transaction_read_only of the role/,
    )
  })

  it('the start fails with one line if the user of requests lacks privileges on a table', async () => {
    const low = `${name}_low`
    await admin.query(`CREATE ROLE ${low} LOGIN`)
    const url = urlOf().replace(`//${name}@`, `//${low}@`)
    const grant = `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "public" TO "${low}"`
    const error = await startError(url, { directUrl: urlOf() })
    expect(error).toContain(`DatabaseStartError: DATABASE_URL is rejected (${low} lacks privileges on table _prisma`)
    expect(error).toContain(`run ${grant}`)
    await runInDatabase(grant, `REVOKE INSERT ON audit_entries FROM ${low}`)
    expect(await startError(url, { directUrl: urlOf() })).toContain('on table audit_entries)')
    await runInDatabase(grant)
    await expectMigratesAndWorks(url, { directUrl: urlOf() })
  })

  it('an instance stays ready when the migration of a later release adds a table', async () => {
    const low = `${name}_low`
    await admin.query(`CREATE ROLE ${low} LOGIN`)
    await expectMigratesAndWorks(urlOf())
    await runInDatabase(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${low}`)
    const url = urlOf().replace(`//${name}@`, `//${low}@`)
    const database = await openDatabase({ url, directUrl: urlOf() }, newSealingKeys())
    try {
      await database.migrate()
      expect(await database.isReady()).toBe(true)
      await runInDatabase('CREATE TABLE of_later_release ()', `ALTER TABLE of_later_release OWNER TO ${name}`)
      expect(await database.isReady()).toBe(true)
      await runInDatabase(`REVOKE INSERT ON audit_entries FROM ${low}`)
      expect(await database.isReady()).toBe(false)
    } finally {
      await database.close()
    }
  })

  it('the start reports a missing Unix socket as an unavailable server', async () => {
    expect(await startError(urlOf('host=/nowhere'))).toMatch(
      /^DatabaseStartError: DATABASE_URL leads to .* which is unavailable \(ENOENT\): start PostgreSQL there/,
    )
  })

  it('the start fails with one line if the encoding cannot store every name', async () => {
    await admin.query(`CREATE DATABASE latin_1 OWNER ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
    expect(await startError(urlOf().replace(/app_\d+$/, 'latin_1'))).toMatch(
      /^DatabaseStartError: DATABASE_URL leads to database latin_1 with encoding LATIN1, .*: create it with ENCODING 'UTF8'$/,
    )
  })

  it('extensions may be in another schema', async () => {
    await runInDatabase(
      'CREATE SCHEMA extensions',
      'CREATE EXTENSION pg_trgm SCHEMA extensions',
      'CREATE EXTENSION btree_gin SCHEMA extensions',
      'GRANT USAGE ON SCHEMA extensions TO PUBLIC',
    )
    await expectMigratesAndWorks(urlOf())
  })

  describe.skipIf(!hasPgBouncer())('behind PgBouncer in transaction mode (requires PgBouncer)', () => {
    /** It logs in as the user `postgres` to the database `postgres`, not to the database of the test. */
    let pooler: PgBouncer
    beforeAll(async () => {
      pooler = await startPgBouncer(server.url, 'transaction')
    })
    afterAll(() => pooler.stop())
    const WITHOUT_PREPARED = { hasPreparedStatements: false }
    const endConnections = () =>
      admin.query('SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()')

    it('the search path of the role is used, and ?schema= is rejected unless it is the same', async () => {
      await admin.query('CREATE SCHEMA own')
      await admin.query('ALTER ROLE postgres IN DATABASE postgres SET search_path TO own')
      const statement = 'ALTER ROLE "postgres" IN DATABASE "postgres" SET search_path TO "other"'
      await expectMigratesAndWorks(pooler.url, { ...WITHOUT_PREPARED, directUrl: server.url })
      await expectMigratesAndWorks(`${pooler.url}?schema=own`, WITHOUT_PREPARED)
      expect(await startError(`${pooler.url}?schema=other`, { ...WITHOUT_PREPARED, directUrl: server.url })).toContain(
        `where search_path leads to schema own instead of other: run ${statement}`,
      )
      await admin.query('ALTER ROLE postgres IN DATABASE postgres RESET search_path')
    })

    it.each([
      ['bytea_output', 'escape', 'hex'],
      ['default_transaction_isolation', `'serializable'`, `'read committed'`],
      // The suggested timeout is always 2 s, whatever the timeouts of the service are.
      ['statement_timeout', `'50ms'`, `'2s'`],
    ])(
      "a default %s is rejected if the pooler does not keep the service's own SET",
      async (setting, value, expected) => {
        await admin.query(`ALTER ROLE postgres IN DATABASE postgres SET ${setting} TO ${value}`)
        await endConnections()
        expect(await startError(pooler.url, { ...WITHOUT_PREPARED, directUrl: server.url })).toContain(
          `run ALTER ROLE "postgres" IN DATABASE "postgres" SET ${setting} TO ${expected}, and restart the pooler`,
        )
        await admin.query(`ALTER ROLE postgres IN DATABASE postgres RESET ${setting}`)
        await endConnections()
        expect(await startError(pooler.url, { ...WITHOUT_PREPARED, directUrl: server.url })).toBe('started')
      },
    )

    it('statement mode is rejected', async () => {
      const statementPooler = await startPgBouncer(server.url, 'statement')
      try {
        expect(await startError(statementPooler.url, { ...WITHOUT_PREPARED, directUrl: server.url })).toMatch(
          /^DatabaseStartError: DATABASE_URL leads to a pooler that assigns connections by statement, .*session mode$/,
        )
      } finally {
        await statementPooler.stop()
      }
    })
  })

  it('a database in another time zone behind a pooler that does not keep SET is rejected', async () => {
    await runInDatabase(`ALTER ROLE ${name} SET timezone TO 'America/Sao_Paulo'`)
    const forgetful = await startForgetfulPooler(server.url)
    try {
      expect(await startError(urlOf('', forgetful.url), { hasPreparedStatements: false })).toBe(
        `DatabaseStartError: DATABASE_URL leads to database ${name}, where TimeZone is America/Sao_Paulo: ` +
          `run ALTER ROLE "${name}" IN DATABASE "${name}" SET TimeZone TO 'UTC', and restart the pooler, if there is one`,
      )
      await runInDatabase(`ALTER ROLE ${name} IN DATABASE ${name} SET TimeZone TO 'UTC'`)
      await expectMigratesAndWorks(urlOf('', forgetful.url), { hasPreparedStatements: false })
    } finally {
      await forgetful.stop()
    }
  })

  it('times keep their value in another time zone of the session', async () => {
    const forgetful = await startForgetfulPooler(server.url)
    try {
      await withDatabase(urlOf('', forgetful.url), async (database) => {
        await database.migrate()
        await runInDatabase(`ALTER ROLE ${name} SET timezone TO 'America/Sao_Paulo'`)
        const later = await openDatabase({ url: urlOf('', forgetful.url), ...PATIENT }, sealingKeys)
        const { rows: settings } = await later.pool.query('SHOW timezone')
        expect(settings).toEqual([{ TimeZone: 'America/Sao_Paulo' }])
        const expiresAt = new Date('2030-01-01T00:00:00.123Z')
        await later.prisma.coupon.create({ data: { id: newId(), code: 'X', percentOff: 5, expiresAt } })
        const { rows } = await later.pool.query('SELECT expires_at FROM coupons')
        expect(rows).toEqual([{ expires_at: expiresAt }])
        await later.close()
      })
    } finally {
      await forgetful.stop()
    }
  })
})

/** Responds to `SET timezone` without keeping it, as some transaction poolers do. */
async function startForgetfulPooler(serverUrl: string) {
  const { hostname, port } = new URL(serverUrl)
  const statement = `SET timezone TO 'UTC'`
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined))
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1').replace(statement, 'SELECT 1'.padEnd(statement.length))
      upstream.write(Buffer.from(text, 'latin1'))
    })
    upstream.pipe(client)
    client.once('close', () => upstream.destroy())
  })
  const chosen = await freePort()
  proxy.listen(chosen, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `postgresql://postgres@127.0.0.1:${chosen}/postgres`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
