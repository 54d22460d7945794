import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { checkPreparedStatements } from './check-pooler.ts'
import { quoteName, type ServiceSchema } from './session.ts'
import { DatabaseStartError } from './start-error.ts'

/** Number of connections to check. With fewer, a pooler might use the same server connection for all of them. */
export const PROBES = 4

/** The check of the settings stops at a probe that waits longer. A pooler may have fewer server connections than probes. */
const PROBE_TIMEOUT_MS = 1_000

interface SessionValues {
  role: string
  database: string
  encoding: string
  schema: string | null
  TimeZone: string
  DateStyle: string
  standard_conforming_strings: string
  bytea_output: string
  default_transaction_isolation: string
  session_replication_role: string
  /** Timeouts in milliseconds, by their names. */
  timeouts: Record<string, number> | null
}

const VALUES = `
  SELECT session_user::text AS role, current_database()::text AS database,
    current_setting('server_encoding') AS encoding, current_schema()::text AS schema,
    current_setting('TimeZone') AS "TimeZone", current_setting('DateStyle') AS "DateStyle",
    current_setting('standard_conforming_strings') AS standard_conforming_strings,
    current_setting('bytea_output') AS bytea_output,
    current_setting('default_transaction_isolation') AS default_transaction_isolation,
    current_setting('session_replication_role') AS session_replication_role,
    (SELECT json_object_agg(name, setting::int) FROM pg_settings
     WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')) AS timeouts`

/** Minimum of each checked timeout and of `DATABASE_STATEMENT_TIMEOUT_MS`. Behind a pooler, a role's timeouts may apply. */
const MIN_TIMEOUT_MS = 100

/** Required settings: name, pattern of valid values, and the value that the error message recommends. */
const REQUIRED: readonly [name: Exclude<keyof SessionValues, 'timeouts'>, pattern: RegExp, value: string][] = [
  ['TimeZone', /^(Etc\/)?(UTC|UCT|GMT|Zulu|Universal)$/i, `'UTC'`],
  ['DateStyle', /^ISO\b/, `'ISO, MDY'`],
  ['standard_conforming_strings', /^on$/, 'on'],
  ['bytea_output', /^hex$/, 'hex'],
  ['default_transaction_isolation', /^read committed$/, `'read committed'`],
  // `replica` disables foreign keys, so deletions would leave rows that refer to deleted rows. A session cannot reset it,
  // because only superusers may.
  ['session_replication_role', /^origin$/, 'origin'],
]

/**
 * Rejects a database or pooler on which requests would fail or store wrong values. Checks the settings in several open
 * transactions, because a transaction pooler runs each on another server connection.
 *
 * @param pool allows at least `PROBES` connections; this function closes those that it opens
 * @throws DatabaseStartError that names the remedy
 */
export async function checkSession(pool: Pool, schema: ServiceSchema, hasPreparedStatements: boolean): Promise<void> {
  const clients: PoolClient[] = []
  try {
    for (let index = 0; index < PROBES; index += 1) clients.push(await pool.connect())
    if (hasPreparedStatements) await checkPreparedStatements(clients)
    for (const client of clients) {
      const values = await readInTransaction(client)
      if (values === undefined) break
      checkValues(values, schema)
    }
  } finally {
    // Closing the connections also ends their transactions.
    for (const client of clients) client.release(true)
  }
}

/**
 * Leaves the transaction open, so that a pooler cannot reuse its server connection. Returns `undefined` if the pooler
 * has no free one.
 */
async function readInTransaction(client: PoolClient): Promise<SessionValues | undefined> {
  const reading = (async () => {
    await client.query('BEGIN').catch(rejectStatementPooling)
    return (await client.query<SessionValues>(VALUES)).rows[0]
  })()
  // Closing the connection rejects a statement that still waits.
  reading.catch(() => undefined)
  return Promise.race([reading, wait(PROBE_TIMEOUT_MS, undefined, { ref: false })])
}

function rejectStatementPooling(error: unknown): never {
  if (!(error instanceof DatabaseError && /statement pooling/i.test(error.message))) throw error
  throw new DatabaseStartError(
    'DATABASE_URL leads to a pooler that assigns connections by statement, which has no transactions: ' +
      'use its transaction mode with DATABASE_PREPARED_STATEMENTS=off, or its session mode',
    error,
  )
}

function checkValues(values: SessionValues, { name: schema }: ServiceSchema): void {
  const { role, database, encoding } = values
  const subject = `DATABASE_URL leads to database ${database}`
  const remedyOf = (setting: string, value: string) =>
    `run ALTER ROLE ${quoteName(role)} IN DATABASE ${quoteName(database)} SET ${setting} TO ${value}, and restart the pooler, if there is one`
  if (encoding !== 'UTF8') {
    throw new DatabaseStartError(
      `${subject} with encoding ${encoding}, which cannot store every name: create it with ENCODING 'UTF8'`,
    )
  }
  for (const [name, pattern, value] of REQUIRED) {
    const actual = values[name]
    if (actual !== null && pattern.test(actual)) continue
    throw new DatabaseStartError(`${subject}, where ${name} is ${actual}: ${remedyOf(name, value)}`)
  }
  for (const [name, timeoutMs] of Object.entries(values.timeouts ?? {})) {
    if (timeoutMs === 0 || timeoutMs >= MIN_TIMEOUT_MS) continue
    throw new DatabaseStartError(`${subject}, where ${name} is ${timeoutMs} ms: ${remedyOf(name, `'2s'`)}`)
  }
  checkSchema(values, schema, subject, remedyOf)
}

function checkSchema(
  { schema: actual }: SessionValues,
  schema: string | undefined,
  subject: string,
  remedyOf: (setting: string, value: string) => string,
): void {
  if (schema === undefined) {
    throw new DatabaseStartError(
      `${subject}, where no schema of search_path exists: create one of them, or add ?schema=public to DATABASE_URL`,
    )
  }
  if (/^(pg_|information_schema$)/.test(schema)) {
    throw new DatabaseStartError(
      `${subject}, where search_path begins with ${schema}: add ?schema=public to DATABASE_URL, or ${remedyOf('search_path', 'public')}`,
    )
  }
  if (actual === schema) return
  throw new DatabaseStartError(
    `${subject}, where search_path leads to schema ${actual ?? '(none)'} instead of ${schema}: ${remedyOf('search_path', quoteName(schema))}`,
  )
}
