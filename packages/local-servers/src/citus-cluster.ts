import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { type PostgresServer, postgresPrograms, startPostgres } from './postgres-server.ts'

/** Returns the folder of PostgreSQL's programs if the Citus extension is installed for them, else `undefined`. */
export function citusPrograms(): string | undefined {
  const programs = postgresPrograms()
  return programs !== undefined && existsSync(`${programs}/../lib/citus.so`) ? programs : undefined
}

/** A Citus coordinator with workers. */
export interface CitusCluster {
  /** The address of the coordinator's database `postgres`. */
  url: string
  coordinator: PostgresServer
  workers: readonly PostgresServer[]
  /** Creates another database with Citus on all nodes, and returns its address on the coordinator. */
  createDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

const SETTINGS = [
  'shared_preload_libraries=citus',
  // Nodes connect to each other without certificates, which the user `postgres` could not read.
  'citus.node_conninfo=sslmode=disable',
  'max_connections=300',
  'max_prepared_transactions=300',
  // One connection per node and session, for machines with few cores.
  'citus.max_adaptive_executor_pool_size=1',
  'citus.shard_count=4',
]

/** Starts a Citus coordinator and its workers on free loopback ports. */
export async function startCitus(programs: string, { workers = 2 } = {}): Promise<CitusCluster> {
  const servers = await Promise.all(
    Array.from({ length: workers + 1 }, () => startPostgres(programs, { settings: SETTINGS })),
  )
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())))
  const [coordinator, ...others] = servers as [PostgresServer, ...PostgresServer[]]
  const run = (url: string, statements: readonly string[]) =>
    promisify(execFile)(`${programs}/psql`, ['-qX', url, ...statements.flatMap((statement) => ['-c', statement])])
  const prepare = async (database: string) => {
    for (const server of servers) await run(inDatabase(server.url, database), ['CREATE EXTENSION citus'])
    await run(inDatabase(coordinator.url, database), [
      `SELECT citus_set_coordinator_host('127.0.0.1', ${new URL(coordinator.url).port})`,
      ...others.map(({ url }) => `SELECT citus_add_node('127.0.0.1', ${new URL(url).port})`),
    ])
    return inDatabase(coordinator.url, database)
  }
  try {
    await prepare('postgres')
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: coordinator.url,
    coordinator,
    workers: others,
    async createDatabase(name) {
      for (const { url } of servers) await run(url, [`CREATE DATABASE ${name}`])
      return prepare(name)
    },
    stop,
  }
}

const inDatabase = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href
