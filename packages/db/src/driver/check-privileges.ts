import type { QueryConfig, QueryResult } from 'pg'
import { quoteName } from './session.ts'
import { DatabaseStartError } from './start-error.ts'

/** The service's tables, which have the schema and the owner of `_prisma_migrations`. */
const TABLES = `
  FROM pg_class AS history
  JOIN pg_class AS relation USING (relnamespace, relowner)
  JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE history.oid = to_regclass('_prisma_migrations') AND relation.relkind IN ('r', 'p')`

/** Finds a table on which the user lacks privileges. `_prisma_migrations` requires only SELECT. */
const FIND_FORBIDDEN = `
  SELECT current_user::text AS role, nspname AS schema, relation.relname AS table ${TABLES}
  AND relation.relname = ANY ($1::text[]) AND NOT (
    has_table_privilege(relation.oid, 'SELECT') AND (relation.oid = history.oid OR
      has_table_privilege(relation.oid, 'INSERT') AND
      has_table_privilege(relation.oid, 'UPDATE') AND
      has_table_privilege(relation.oid, 'DELETE')))
  ORDER BY relation.relname
  LIMIT 1`

interface ForbiddenTable {
  role: string
  schema: string
  table: string
}

interface Queryable {
  query(config: QueryConfig): Promise<QueryResult>
}

/** Returns the names of the service's tables. */
export async function listTables(database: Queryable): Promise<string[]> {
  const { rows } = await database.query({ text: `SELECT relation.relname AS name ${TABLES}` })
  return rows.map(({ name }: { name: string }) => name)
}

/** Returns one of the tables on which the user lacks privileges, or `undefined` if there is none. */
export async function findForbiddenTable(
  database: Queryable,
  tables: readonly string[],
): Promise<ForbiddenTable | undefined> {
  const { rows } = await database.query({ text: FIND_FORBIDDEN, values: [tables] })
  return rows[0] as ForbiddenTable | undefined
}

/**
 * Rejects a user that lacks privileges on any table, because requests would fail later.
 *
 * @throws DatabaseStartError that names the remedy
 */
export async function checkPrivileges(database: Queryable): Promise<void> {
  const forbidden = await findForbiddenTable(database, await listTables(database))
  if (forbidden === undefined) return
  const { role, schema, table } = forbidden
  throw new DatabaseStartError(
    `DATABASE_URL is rejected (${role} lacks privileges on table ${table}): as the owner of the tables, ` +
      `run GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${quoteName(schema)} TO ${quoteName(role)}, ` +
      'also after migrations',
  )
}
