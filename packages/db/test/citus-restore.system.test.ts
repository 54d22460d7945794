import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createAccount, createIdGenerator } from '@partner-accounts/core'
import { newSealingKeys, sampleCreateAccountRequest } from '@partner-accounts/core/testing'
import { citusPrograms, type PostgresServer, postgresUser, startPostgres } from '@partner-accounts/local-servers'
import { afterAll, describe, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { databasesOfThisFile } from './opened-databases.ts'
import { addPartner } from './store-contracts.ts'

const programs = citusPrograms()
const { openMigrated } = databasesOfThisFile()
const newId = createIdGenerator()
const sealingKeys = newSealingKeys()
const SCRIPT = fileURLToPath(new URL('../scripts/distribute.mjs', import.meta.url))
const PASSWORD = 'password-of-the-nodes'
const NAME = 'partner_accounts'
const RESTORE_POINT = 'nightly'

const SETTINGS = [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'max_prepared_transactions=100',
  // Otherwise, nodes require TLS of each other.
  'citus.node_conninfo=sslmode=disable',
  'citus.shard_count=4',
  'citus.recover_2pc_interval=1s',
  'archive_mode=on',
  'archive_command=mkdir -p ../archive && cp %p ../archive/%f',
]

/** What an administrator runs on every node (docs/operations.md). */
const PREPARATION = [
  `CREATE ROLE ${NAME} LOGIN PASSWORD '${PASSWORD}'`,
  `CREATE DATABASE ${NAME} OWNER ${NAME}`,
  `\\connect ${NAME}`,
  'CREATE EXTENSION citus',
  `INSERT INTO pg_dist_authinfo VALUES (0, 'postgres', 'password=${PASSWORD}'), (0, '${NAME}', 'password=${PASSWORD}')`,
]

const portOf = ({ url }: PostgresServer) => new URL(url).port
const urlOf = (server: PostgresServer, user = NAME, database = NAME) =>
  `postgresql://${user}:${PASSWORD}@127.0.0.1:${portOf(server)}/${database}`

function psql(url: string, ...commands: string[]): string {
  const options = ['-qXAt', '-v', 'ON_ERROR_STOP=1', url]
  return execFileSync(`${programs}/psql`, options, { input: `${commands.join(';\n')};`, encoding: 'utf8' }).trim()
}

describe.skipIf(!programs)('a Citus cluster with passwords (requires the extension Citus)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-citus-'))
  // PostgreSQL drops root privileges and must still reach its data.
  chmodSync(folder, 0o711)
  const cleanUp: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    for (const step of cleanUp.reverse()) await step()
    rmSync(folder, { recursive: true, force: true })
  })
  const start = async (options: Parameters<typeof startPostgres>[1]) => {
    const server = await startPostgres(programs!, options)
    cleanUp.push(() => server.stop())
    return server
  }
  const create = async ({ stores }: Database, partnerId: string) =>
    createAccount(
      { stores, newId, sealingKeys, subscriptionActivation: 'immediate' },
      { creator: { userId: newId(), partnerId }, request: sampleCreateAccountRequest(), idempotencyKey: newId() },
    )

  it('serves, and is restored to one point in time at other addresses', { timeout: 400_000 }, async () => {
    const nodes = await Promise.all([1, 2, 3].map(() => start({ settings: SETTINGS, password: PASSWORD })))
    const [coordinator, ...workers] = nodes as [PostgresServer, ...PostgresServer[]]
    for (const node of nodes) psql(urlOf(node, 'postgres', 'postgres'), ...PREPARATION)
    const administrator = urlOf(coordinator, 'postgres')
    psql(administrator, `SELECT citus_set_coordinator_host('127.0.0.1', ${portOf(coordinator)})`)
    for (const worker of workers) psql(administrator, `SELECT citus_add_node('127.0.0.1', ${portOf(worker)})`)
    const url = urlOf(coordinator)
    const database = await openMigrated({ url })
    await promisify(execFile)(process.execPath, [SCRIPT], { env: { ...process.env, DATABASE_URL: url } })
    const partnerIds = await Promise.all(Array.from({ length: 4 }, () => addPartner(database)))
    const createForEach = async () => {
      for (const partnerId of partnerIds) await create(database, partnerId)
    }
    await createForEach()
    await expect(database.pool.query('SELECT FROM pg_dist_authinfo')).rejects.toThrow(/permission denied/)

    // Copies the nodes while the service creates accounts, and marks the point of the restore between two creations.
    const copies = nodes.map((node, index) => {
      const copy = path.join(folder, String(index))
      mkdirSync(copy)
      if (postgresUser().uid !== undefined) execFileSync('chown', ['postgres:', copy])
      const options = ['--pgdata', path.join(copy, 'data'), '--dbname', urlOf(node, 'postgres'), '--checkpoint=fast']
      execFileSync(`${programs}/pg_basebackup`, options, { ...postgresUser(), cwd: copy, stdio: 'pipe' })
      return { copy, archive: path.join(psql(urlOf(node, 'postgres'), 'SHOW data_directory'), '../archive') }
    })
    await createForEach()
    psql(administrator, `SELECT citus_create_restore_point('${RESTORE_POINT}')`)
    await createForEach()
    for (const node of nodes) psql(urlOf(node, 'postgres'), 'SELECT pg_switch_wal()')
    for (const node of nodes) await node.kill()

    // Restores each node from its copy and the archived log, up to that point.
    const restored: PostgresServer[] = []
    for (const { copy, archive } of copies) {
      writeFileSync(path.join(copy, 'data/recovery.signal'), '')
      appendFileSync(
        path.join(copy, 'data/postgresql.auto.conf'),
        `restore_command = 'cp ${archive}/%f %p'
recovery_target_name = '${RESTORE_POINT}'
recovery_target_action = promote
`,
      )
      restored.push(await start({ folder: copy, settings: SETTINGS, password: PASSWORD }))
    }
    for (const node of restored) {
      await expect.poll(() => psql(urlOf(node, 'postgres'), 'SELECT pg_is_in_recovery()')).toBe('f')
    }
    // The restored coordinator still has the previous addresses.
    const updates = nodes.map(
      (node, index) =>
        `SELECT citus_update_node(nodeid, '127.0.0.1', ${portOf(restored[index]!)}) FROM pg_dist_node WHERE nodeport = ${portOf(node)}`,
    )
    psql(urlOf(restored[0]!, 'postgres'), ...updates)
    const health = 'SELECT count(*) FILTER (WHERE result), count(*) FROM citus_check_cluster_node_health()'
    // Each of the three nodes reaches all three.
    await expect.poll(() => psql(urlOf(restored[0]!, 'postgres'), health)).toBe('9|9')

    const restoredDatabase = await openMigrated({ url: urlOf(restored[0]!) })
    for (const partnerId of partnerIds) {
      // The third creation is after the restored point.
      expect(await restoredDatabase.stores.accounts.page(partnerId, 1, 25)).toMatchObject({ total: 2 })
      await create(restoredDatabase, partnerId)
    }
  })
})
