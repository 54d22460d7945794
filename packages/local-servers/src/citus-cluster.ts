import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { type PostgresServer, postgresPrograms, startPostgres } from './postgres-server.ts'

/** Returns the folder of PostgreSQL's programs, or `undefined` if they lack the Citus extension. */
export function citusPrograms(): string | undefined {
  const programs = postgresPrograms()
  return programs !== undefined && existsSync(`${programs}/../lib/citus.so`) ? programs : undefined
}

export interface CitusCluster {
  /** The coordinator's database `postgres`. */
  url: string
  /** The coordinator first. */
  nodes: readonly [string, ...string[]]
  servers: readonly PostgresServer[]
  addWorker(): Promise<void>
  stop(): Promise<void>
}

const SETTINGS = [
  'shared_preload_libraries=citus',
  // Nodes connect without TLS, because the user `postgres` could not read certificates.
  'citus.node_conninfo=sslmode=disable',
  'max_connections=300',
  'max_prepared_transactions=300',
  // One connection per node and session, for few cores.
  'citus.max_adaptive_executor_pool_size=1',
  'citus.shard_count=4',
  // After a crash, prepared transactions keep their locks this long.
  'citus.recover_2pc_interval=1s',
]

export interface CitusOptions {
  /** Default: 2. */
  workers?: number
  /** As `name=value`. */
  settings?: readonly string[]
}

/** Starts a coordinator and workers, connected in the database `postgres`. */
export async function startCitus(
  programs: string,
  { workers = 2, settings = [] }: CitusOptions = {},
): Promise<CitusCluster> {
  const startNode = () => startPostgres(programs, { settings: [...SETTINGS, ...settings] })
  const servers = await Promise.all(Array.from({ length: workers + 1 }, startNode))
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())))
  const nodes = servers.map(({ url }) => url) as [string, ...string[]]
  try {
    const url = await connectNodes(programs, nodes, 'postgres')
    const addWorker = async () => {
      const server = await startNode()
      servers.push(server)
      nodes.push(server.url)
      await run(programs, server.url, ['CREATE EXTENSION citus'])
      await run(programs, url, [addNode(server.url)])
    }
    return { url, nodes, servers, addWorker, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Creates a database on all nodes.
 *
 * @returns its address on the coordinator
 */
export async function createCitusDatabase(
  programs: string,
  nodes: readonly [string, ...string[]],
  name: string,
): Promise<string> {
  for (const url of nodes) await run(programs, url, [`CREATE DATABASE ${name}`])
  return connectNodes(programs, nodes, name)
}

/**
 * Copies a database on all nodes, which is much faster than migrating. Terminates the original's sessions.
 *
 * @returns its address on the coordinator
 */
export async function copyCitusDatabase(
  programs: string,
  nodes: readonly [string, ...string[]],
  template: string,
  name: string,
): Promise<string> {
  const endSessions = `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${template}'`
  const statements = [`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`, endSessions]
  // Terminates the coordinator's sessions first, because they use the workers.
  for (const url of nodes) await run(programs, url, [...statements, `CREATE DATABASE ${name} TEMPLATE ${template}`])
  return inDatabase(nodes[0], name)
}

async function connectNodes(programs: string, nodes: readonly [string, ...string[]], database: string) {
  for (const url of nodes) await run(programs, inDatabase(url, database), ['CREATE EXTENSION citus'])
  const [coordinator, ...workers] = nodes
  const url = inDatabase(coordinator, database)
  await run(programs, url, [
    `SELECT citus_set_coordinator_host('127.0.0.1', ${new URL(coordinator).port})`,
    ...workers.map(addNode),
  ])
  return url
}

const addNode = (worker: string) => `SELECT citus_add_node('127.0.0.1', ${new URL(worker).port})`

function inDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

const run = (programs: string, url: string, statements: readonly string[]) =>
  promisify(execFile)(`${programs}/psql`, ['-qX', url, ...statements.flatMap((statement) => ['-c', statement])])
