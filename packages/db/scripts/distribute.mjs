// Distributes the tables of a migrated database over the nodes of a Citus cluster: `pnpm distribute`. Distributes what is
// not distributed yet, so it can be repeated, for example after a migration that adds a table.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const url = process.env.DATABASE_DIRECT_URL ?? process.env.DATABASE_URL
const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))

/** Tables that stay on the coordinator. They belong to no partner, and only the service reads them. */
const LOCAL = ['account_creations', 'operator_sessions', 'operator_sign_in_links', 'page_files']
/** Tables that are copied to every node. They are small, and rows of all partners refer to them. */
const COPIED = ['coupons']
/** Tables that other tables refer to, and that are therefore distributed first. */
const ORDER = [...COPIED, 'partners', 'portal_users', 'accounts', 'webhook_endpoints']

if (!url) fail('DATABASE_URL is not set: set it to the database on the coordinator of a Citus cluster')
const client = new pg.Client({ connectionString: url })
try {
  await client.connect()
  await requireCitus()
  await requireMigrations()
  await distribute()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
} finally {
  await client.end()
}

async function requireCitus() {
  if ((await readColumn("SELECT extversion FROM pg_extension WHERE extname = 'citus'")).length > 0) return
  throw new Error(
    'the database has no extension `citus`: install Citus on every node, set shared_preload_libraries = citus, run ' +
      'CREATE EXTENSION citus in this database on every node, and add each worker with SELECT citus_add_node(host, port)',
  )
}

async function requireMigrations() {
  const [table] = await readColumn("SELECT to_regclass('_prisma_migrations')::text")
  const applied = table
    ? await readColumn('SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL')
    : []
  const missing = readdirSync(migrations).filter((name) => /^\d/.test(name) && !applied.includes(name))
  if (missing.length === 0) return
  throw new Error(`migration ${missing[0]} is not applied: start the service on this database first`)
}

/** Everything happens in one transaction: a failure leaves the tables as they were. */
async function distribute() {
  await client.query('BEGIN')
  // Otherwise, copying a table would also convert the tables that refer to it, and these could not be distributed.
  await client.query('SET LOCAL citus.enable_local_reference_table_foreign_keys TO off')
  const tables = await readColumn(`
    SELECT c.relname FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
      AND NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid)
    ORDER BY c.relname`)
  const pending = tables.filter((table) => !LOCAL.includes(table))
  const ordered = [
    ...ORDER.filter((table) => pending.includes(table)),
    ...pending.filter((table) => !ORDER.includes(table)),
  ]
  for (const table of ordered) console.log(await distributeTable(table))
  await client.query('COMMIT')
  await removeLocalCopies()
  if (pending.length === 0) console.log('every table was distributed before')
  const [workers] = await readColumn('SELECT count(*)::text FROM citus_get_active_worker_nodes()')
  if (workers === '0')
    console.log('the cluster has no worker: add some with citus_add_node, then rebalance_table_shards()')
}

/** Deletes the coordinator's copies of the distributed rows, which Citus hides but keeps on disk. */
async function removeLocalCopies() {
  const tables = await readColumn(
    'SELECT logicalrelid::text FROM pg_dist_partition WHERE pg_relation_size(logicalrelid) > 0',
  )
  for (const table of tables) await client.query('SELECT truncate_local_data_after_distributing_table($1)', [table])
}

/** Distributes a table, and returns what was done. */
async function distributeTable(/** @type {string} */ table) {
  if (COPIED.includes(table)) {
    await client.query('SELECT create_reference_table($1)', [table])
    return `${table}: copied to every node`
  }
  if (table === 'partners') await replaceUniqueIndex()
  const columns = await readColumn(
    `SELECT attname FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum > 0`,
  )
  const ownerColumn = columns.includes('email_key') ? 'email_key' : 'partner_id'
  const distributionColumn = table === 'partners' ? 'id' : ownerColumn
  const colocateWith = distributionColumn === 'partner_id' ? 'partners' : 'none'
  await client.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [
    table,
    distributionColumn,
    colocateWith,
  ])
  return `${table}: distributed by ${distributionColumn}`
}

/**
 * Replaces a unique index with a plain one, because a unique index on Citus must contain the table's distribution column. A
 * live partner still has only one test partner, because the service locks the live partner before it adds a test partner.
 */
async function replaceUniqueIndex() {
  await client.query('DROP INDEX partners_test_of_key')
  await client.query('CREATE INDEX partners_test_of_idx ON partners (test_of) WHERE test_of IS NOT NULL')
}

/** Runs a query. @returns {Promise<string[]>} the first column of its rows */
async function readColumn(/** @type {string} */ text) {
  const { rows } = await client.query({ text, rowMode: 'array' })
  return rows.map(([value]) => value)
}

/** @returns {never} */
function fail(/** @type {string} */ message) {
  console.error(`distribute: ${message}`)
  process.exit(1)
}
