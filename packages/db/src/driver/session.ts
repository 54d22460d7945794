import { type ClientBase, DatabaseError, type QueryResult } from 'pg'

/** The schema of the service's tables: `?schema=` of the URL, else the one that the first connection finds. */
export interface ServiceSchema {
  name: string | undefined
}

interface SessionState {
  pid: number
  isReadOnly: boolean
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Overrides defaults of a role or database that would change the meaning of statements. A transaction pooler tracks
 * these settings for each client.
 */
const TRACKED = [`SET timezone TO 'UTC'`, `SET DateStyle TO 'ISO, MDY'`, 'SET standard_conforming_strings TO on']

/** Timeouts that requests do not need: the statement timeout includes waits for locks, and the pool closes idle connections. */
const REDUNDANT_TIMEOUTS = ['lock_timeout', 'idle_session_timeout', 'transaction_timeout']
const TIMEOUTS = ['statement_timeout', 'idle_in_transaction_session_timeout', ...REDUNDANT_TIMEOUTS]

/**
 * Returns the settings of connections for requests, as statements because poolers reject start-up parameters.
 *
 * @param isSession false behind a transaction pooler: then only the settings that it tracks for each client are returned,
 * because it would leak any other setting to its other clients
 */
export const requestSettings = (statementTimeoutMs: number, isSession: boolean): string[] =>
  isSession
    ? [
        ...TRACKED,
        'SET bytea_output TO hex',
        `SET default_transaction_isolation TO 'read committed'`,
        `SET statement_timeout TO ${statementTimeoutMs}`,
        // Releases the locks of instances that vanished in a transaction.
        `SET idle_in_transaction_session_timeout TO ${2 * statementTimeoutMs}`,
        withoutTimeouts('session', REDUNDANT_TIMEOUTS),
      ]
    : TRACKED

/** Returns a statement that disables timeouts, except those that this version of PostgreSQL lacks. */
export function withoutTimeouts(scope: 'session' | 'transaction', timeouts: readonly string[] = TIMEOUTS): string {
  const names = timeouts.map((name) => `'${name}'`).join(', ')
  return `SELECT set_config(name, '0', ${scope === 'transaction'}) FROM pg_settings WHERE name IN (${names})`
}

export const migrationSettings = (isSession: boolean): string[] =>
  isSession ? [...TRACKED, withoutTimeouts('session')] : TRACKED

/** Returns `on` for a standby, and for a server that is configured as read-only. */
export const READ_ONLY = 'SHOW transaction_read_only'

/**
 * Returns the process id of the session, and the first schema of the search path that has the service's tables, or else the
 * schema in which tables are created.
 */
const PID_AND_SCHEMA = `
  SELECT pg_backend_pid() AS pid, coalesce((
    SELECT name FROM unnest(current_schemas(false)) WITH ORDINALITY AS path (name, position)
    WHERE to_regclass(format('%I._prisma_migrations', name)) IS NOT NULL
      AND to_regclass(format('%I.portal_users', name)) IS NOT NULL
    ORDER BY position LIMIT 1
  ), current_schema()) AS schema`

/**
 * Configures a session in one round trip, two for the first connection.
 *
 * @param schema receives its name from the first connection
 * @param isSession false behind a transaction pooler, where the role determines the search path
 */
export async function prepareSession(
  client: ClientBase,
  settings: readonly string[],
  schema: ServiceSchema,
  isSession: boolean,
): Promise<SessionState> {
  const isSchemaKnown = schema.name !== undefined
  const path = isSchemaKnown && isSession ? [setSearchPath(schema.name!)] : []
  const text = [...settings, ...path, PID_AND_SCHEMA, READ_ONLY].join('; ')
  const results = await runAll(client, text, isSession)
  const [found, readOnly] = results.slice(-2).map(({ rows }) => rows[0] as Record<string, unknown>)
  schema.name ??= (found!['schema'] as string | null) ?? undefined
  if (!isSchemaKnown && isSession && schema.name !== undefined) await client.query(setSearchPath(schema.name))
  return { pid: found!['pid'] as number, isReadOnly: readOnly!['transaction_read_only'] === 'on' }
}

const QUERY_CANCELED = '57014'

/** Runs statements and returns their results. Repeats them without the role's timeout if that was too short. */
async function runAll(client: ClientBase, text: string, isSession: boolean): Promise<QueryResult[]> {
  const run = async () => (await client.query(text)) as unknown as QueryResult[]
  try {
    return await run()
  } catch (error) {
    if (!isSession || !(error instanceof DatabaseError) || error.code !== QUERY_CANCELED) throw error
    await client.query('SET statement_timeout TO 0')
    return await run()
  }
}

const setSearchPath = (schema: string) => `SET search_path TO ${quoteName(schema)}`
