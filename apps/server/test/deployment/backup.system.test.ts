import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  endProcess,
  freePort,
  postgresPrograms,
  type PostgresServer,
  startPostgres,
  waitForOutput,
} from '@partner-accounts/local-servers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../../../../deploy/backup.sh', import.meta.url))
const PASSWORD = 'password-of-the-superuser'
const programs = postgresPrograms()
const hasExporter = !spawnSync('prometheus-node-exporter', ['--version']).error

describe.skipIf(!programs)('deploy/backup.sh (requires PostgreSQL)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-backup-'))
  const secrets = path.join(folder, 'secrets')
  let backups = ''
  let server: PostgresServer
  let environment: NodeJS.ProcessEnv
  const running: ChildProcess[] = []

  beforeAll(async () => {
    server = await startPostgres(programs!, { password: PASSWORD })
    const { port } = new URL(server.url)
    mkdirSync(secrets)
    writeFileSync(path.join(secrets, 'POSTGRES_PASSWORD'), `${PASSWORD}\n`)
    environment = {
      PATH: `${programs}:${process.env['PATH']}`,
      PGHOST: '127.0.0.1',
      PGPORT: port,
      PGUSER: 'postgres',
      SECRETS_FOLDER: secrets,
    }
    query('CREATE ROLE partner_accounts LOGIN')
    query('CREATE DATABASE partner_accounts OWNER partner_accounts')
    query('CREATE TABLE note AS SELECT 1 AS id', 'partner_accounts')
  })
  beforeEach(() => {
    backups = mkdtempSync(path.join(folder, 'backups-'))
    dumpDatabase('partner_accounts')
  })
  afterEach(async () => {
    for (const child of running.splice(0)) await endProcess(child)
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Makes the script dump this database, which may not exist. */
  const dumpDatabase = (name: string) =>
    writeFileSync(path.join(secrets, 'DATABASE_URL'), `postgresql://u:p@postgres:5432/${name}?sslmode=disable\n`)

  const query = (sql: string, database = 'postgres') =>
    execFileSync('psql', ['--tuples-only', '--no-align', '--command', sql, database], {
      env: { ...environment, PGPASSWORD: PASSWORD },
      encoding: 'utf8',
    }).trim()

  const runScript = (args: readonly string[], extra: NodeJS.ProcessEnv = {}) =>
    spawnSync('sh', [SCRIPT, ...args], {
      env: { ...environment, BACKUPS: backups, ...extra },
      encoding: 'utf8',
      timeout: 60_000,
    })

  /** Starts the nightly script, and resolves when it waits for its hour. */
  async function startNightly(extra: NodeJS.ProcessEnv = {}, pattern = /next backup in \d+ s/): Promise<void> {
    const child = spawn('sh', [SCRIPT], { env: { ...environment, BACKUPS: backups, ...extra }, stdio: 'pipe' })
    running.push(child)
    await waitForOutput(child, child.stdout, pattern)
  }

  it('keeps no part of a failed dump, and fails', () => {
    dumpDatabase('missing')
    const { status, stderr } = runScript(['once'])
    expect([status, readdirSync(backups)]).toEqual([1, []])
    expect(stderr).toContain('no backup')
  })

  it('tries a failed dump again after five minutes, and deletes the parts of dumps that were killed', async () => {
    dumpDatabase('missing')
    writeFileSync(path.join(backups, '2026-01-01T03-00-00Z.dump.part'), 'half a dump')
    await startNightly({}, /next backup in 300 s/)
    expect(readdirSync(backups)).toEqual([])
  })

  it.skipIf(!hasExporter)('reports the last dump to node_exporter (requires prometheus-node-exporter)', async () => {
    expect(runScript(['once']).status).toBe(0)
    const [dump] = readdirSync(backups)
    const address = `127.0.0.1:${await freePort()}`
    const collector = ['--collector.disable-defaults', '--collector.textfile']
    running.push(
      spawn('prometheus-node-exporter', [
        ...collector,
        `--collector.textfile.directory=${backups}`,
        `--web.listen-address=${address}`,
      ]),
    )
    const metrics = async () => (await fetch(`http://${address}/metrics`).catch(() => undefined))?.text()
    await expect.poll(metrics, { timeout: 30_000 }).toContain('node_textfile_scrape_error 0')
    const text = await metrics()
    const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text ?? '')?.[1])
    expect(Math.abs(valueOf('backup_last_success_timestamp_seconds') - Date.now() / 1000)).toBeLessThan(60)
    expect(valueOf('backup_size_bytes')).toBe(statSync(path.join(backups, dump!)).size)
  })

  // In shell arithmetic, `08` and `09` would be invalid octal numbers.
  it.each(['0', '00', '08', '09', '9', '23'])('runs with BACKUP_HOUR=%s', async (BACKUP_HOUR) => {
    await startNightly({ BACKUP_HOUR })
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/\.dump$/), 'backup.prom'])
  })

  it.each([
    [{ BACKUP_HOUR: '24' }, 'BACKUP_HOUR must be a whole number from 0 to 23, not 24'],
    [{ BACKUP_HOUR: '3h' }, 'BACKUP_HOUR must be a whole number from 0 to 23, not 3h'],
    [{ BACKUP_DAYS: '0' }, 'BACKUP_DAYS must be a whole number from 1, not 0'],
    [{ BACKUP_DAYS: '14d' }, 'BACKUP_DAYS must be a whole number from 1, not 14d'],
  ])('rejects %j with one line', (extra, line) => {
    expect(runScript([], extra)).toMatchObject({ status: 1, stdout: '', stderr: `${line}\n` })
  })

  it('restores the newest dump into a new database of the service, and never touches an existing one', () => {
    expect(runScript(['once']).status).toBe(0)
    expect(runScript(['restore', 'restored'])).toMatchObject({ status: 0, stderr: '' })
    expect(query('SELECT id FROM note', 'restored')).toBe('1')
    const owner = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'restored'"
    expect(query(owner)).toBe('partner_accounts')
    const again = runScript(['restore', 'restored'])
    expect(again.stderr).toContain('already exists')
    expect([again.status, query('SELECT id FROM note', 'restored')]).toEqual([1, '1'])
  })

  it('deletes the database that a damaged dump left incomplete', () => {
    const damaged = path.join(backups, 'damaged.dump')
    writeFileSync(damaged, 'PGDMP damaged')
    const { status, stderr } = runScript(['restore', 'incomplete', damaged])
    expect(status).toBe(1)
    expect(stderr).toContain('The new database incomplete was deleted')
    expect(query("SELECT count(*) FROM pg_database WHERE datname = 'incomplete'")).toBe('0')
    expect(runScript(['restore', 'incomplete', `${backups}/none`])).toMatchObject({
      status: 1,
      stderr: `no dump to restore: ${backups}/none\n`,
    })
    expect(existsSync(damaged)).toBe(true)
  })
})
