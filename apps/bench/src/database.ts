import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { postgresPrograms, startCitus, startPostgres } from '@partner-accounts/local-servers'
import { Client } from 'pg'

export interface BenchDatabase {
  url: string
  /** URLs of all servers. */
  nodes: readonly string[]
  distribute(): Promise<void>
  growTo(workers: number): Promise<void>
  stop(): Promise<void>
}

/** Several shards per worker, and few enough for two cores. */
const CITUS_SETTINGS = ['citus.shard_count=8', 'wal_level=logical', 'max_wal_size=4GB']

// Relative to `dist`, from where the benchmark runs.
const DISTRIBUTE = fileURLToPath(new URL('../../../packages/db/scripts/distribute.mjs', import.meta.url))

/** @param citusWorkers undefined for a PostgreSQL server */
export async function startDatabase(citusWorkers: number | undefined): Promise<BenchDatabase> {
  const programs = postgresPrograms()
  if (!programs) throw new Error('PostgreSQL is not installed: there is nothing in /usr/lib/postgresql')
  if (citusWorkers === undefined) {
    const server = await startPostgres(programs)
    const rejectWithoutWorkers = () => Promise.reject(new Error('a single server has no workers'))
    return {
      url: server.url,
      nodes: [server.url],
      distribute: rejectWithoutWorkers,
      growTo: rejectWithoutWorkers,
      stop: () => server.stop(),
    }
  }
  const cluster = await startCitus(programs, { workers: citusWorkers, settings: CITUS_SETTINGS })
  return {
    ...cluster,
    async distribute() {
      await promisify(execFile)(process.execPath, [DISTRIBUTE], { env: { DATABASE_URL: cluster.url } })
    },
    async growTo(workers) {
      // The coordinator is a node, too.
      while (cluster.nodes.length < workers + 1) await cluster.addWorker()
      await rebalance(cluster.url)
    },
  }
}

async function rebalance(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SELECT citus_rebalance_start()')
    await client.query('SELECT citus_rebalance_wait()')
  } finally {
    await client.end()
  }
}
