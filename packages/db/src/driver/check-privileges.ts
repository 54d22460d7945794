import type { QueryConfig, QueryResult } from 'pg'
import { quoteName } from './session.ts'
import { DatabaseStartError } from './start-error.ts'

/**
 * Finds a table of the service on which the user lacks privileges. The service's tables have the schema and the owner of
 * `_prisma_migrations`. That table itself requires only SELECT.
 */
const FIND_FORBIDDEN = `
  SELECT current_user::text AS role, nspname AS schema, relation.relname AS table
  FROM pg_class AS history
  JOIN pg_class AS relation USING (relnamespace, relowner)
  JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE history.oid = to_regclass('_prisma_migrations') AND relation.relkind IN ('r', 'p') AND NOT (
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

/** Returns a table on which the user lacks privileges, or `undefined` if there is none. */
export async function findForbiddenTable(database: Queryable): Promise<ForbiddenTable | undefined> {
  const { rows } = await database.query({ text: FIND_FORBIDDEN })
  return rows[0] as ForbiddenTable | undefined
}

/**
 * Rejects a user that lacks privileges on any table, because requests would fail later.
 *
 * @throws DatabaseStartError that names the remedy
 */
export async function checkPrivileges(database: Queryable): Promise<void> {
  const forbidden = await findForbiddenTable(database)
  if (forbidden === undefined) return
  const { role, schema, table } = forbidden
  throw new DatabaseStartError(
    `DATABASE_URL is rejected (${role} lacks privileges on table ${table}): as the owner of the tables, ` +
      `run GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${quoteName(schema)} TO ${quoteName(role)}, ` +
      'also after migrations',
  )
}
