import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { postgresPrograms, startPostgres } from './postgres-server.ts'

/** Returns the folder of PostgreSQL's programs if the Citus extension is installed for them, else `undefined`. */
export function citusPrograms(): string | undefined {
  const programs = postgresPrograms()
  return programs !== undefined && existsSync(`${programs}/../lib/citus.so`) ? programs : undefined
}

/** A Citus coordinator with workers. */
export interface CitusCluster {
  /** The address of the coordinator's database `postgres`. */
  url: string
  /** The addresses of all nodes, the coordinator's first. */
  nodes: readonly [string, ...string[]]
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
  const nodes = servers.map(({ url }) => url) as [string, ...string[]]
  try {
    return { url: await connectNodes(programs, nodes, 'postgres'), nodes, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Creates another database on all nodes of a cluster, and returns its address on the coordinator. */
export async function createCitusDatabase(
  programs: string,
  nodes: readonly [string, ...string[]],
  name: string,
): Promise<string> {
  for (const url of nodes) await run(programs, url, [`CREATE DATABASE ${name}`])
  return connectNodes(programs, nodes, name)
}

async function connectNodes(programs: string, nodes: readonly [string, ...string[]], database: string) {
  for (const url of nodes) await run(programs, inDatabase(url, database), ['CREATE EXTENSION citus'])
  const [coordinator, ...workers] = nodes
  const url = inDatabase(coordinator, database)
  await run(programs, url, [
    `SELECT citus_set_coordinator_host('127.0.0.1', ${new URL(coordinator).port})`,
    ...workers.map((worker) => `SELECT citus_add_node('127.0.0.1', ${new URL(worker).port})`),
  ])
  return url
}

const inDatabase = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href

const run = (programs: string, url: string, statements: readonly string[]) =>
  promisify(execFile)(`${programs}/psql`, ['-qX', url, ...statements.flatMap((statement) => ['-c', statement])])
