import type { Pool } from 'pg'

/** Bytes on all servers. */
export interface TableSize {
  table: string
  data: number
  indexes: number
}

const TABLES = `SELECT relname AS table FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`
const SIZES = `SELECT pg_table_size($1::text)::float8 AS data, pg_indexes_size($1::text)::float8 AS indexes`
/**
 * Selects no row for a table that is not distributed. Citus's functions also count the workers, which store the rows of
 * a distributed table.
 */
const DISTRIBUTED_SIZES = `
  SELECT citus_table_size($1)::float8 AS data, (citus_total_relation_size($1) - citus_table_size($1))::float8 AS indexes
  FROM pg_dist_partition WHERE logicalrelid = $1::text::regclass`

/** Returns the sizes of all tables, the largest first. */
export async function tableSizes(pool: Pool): Promise<TableSize[]> {
  const hasCitus = (await pool.query("SELECT FROM pg_extension WHERE extname = 'citus'")).rowCount === 1
  const tables = (await pool.query<Pick<TableSize, 'table'>>(TABLES)).rows
  const sizes = await Promise.all(
    tables.map(async ({ table }) => {
      const read = async (text: string) => (await pool.query<Omit<TableSize, 'table'>>(text, [table])).rows[0]
      const distributed = hasCitus ? await read(DISTRIBUTED_SIZES) : undefined
      const size = distributed ?? (await read(SIZES))!
      return { table, ...size }
    }),
  )
  return sizes.sort((one, other) => other.data + other.indexes - one.data - one.indexes)
}
