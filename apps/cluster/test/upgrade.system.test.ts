import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Cluster } from '../src/cluster.ts'
import { describeCluster } from './describe-cluster.ts'
import { WORKSPACE } from './image-recipe.ts'
import { Load } from './load.ts'
import { addPortalUser } from './partner.ts'

const MIGRATION = '29990101000000_add_account_note'
/** The migration waits until this table exists. */
const GATE = 'upgrade_gate'
/** A script of the portal that only the next version contains. */
const NEW_FILE = 'index-next.js'
/** Changes a table that every request uses. */
const SQL = `DO $$ BEGIN
  WHILE to_regclass('public.${GATE}') IS NULL LOOP PERFORM pg_sleep(0.1); END LOOP;
END $$;
ALTER TABLE accounts ADD COLUMN note TEXT;
`

describeCluster('an upgrade with a migration', (programs) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-upgrade-'))
  let cluster: Cluster
  /** The main file of the next version. */
  let main: string
  /** A script of the portal that only the present version has. */
  let oldFile: string
  beforeAll(async () => {
    const version = path.join(folder, 'next')
    const deploy = ['--filter', '@partner-accounts/server', '--prod', 'deploy', version]
    execFileSync('pnpm', deploy, { cwd: WORKSPACE, env: { ...process.env, CI: 'true' }, stdio: 'pipe' })
    main = path.join(version, 'dist/main.js')
    const migration = path.join(version, 'node_modules/@partner-accounts/db/prisma/migrations', MIGRATION)
    mkdirSync(migration)
    writeFileSync(path.join(migration, 'migration.sql'), SQL)
    const assets = path.join(version, 'node_modules/@partner-accounts/portal/dist/assets')
    oldFile = readdirSync(assets).find((file) => file.startsWith('index-') && file.endsWith('.js'))!
    renameSync(path.join(assets, oldFile), path.join(assets, NEW_FILE))
    cluster = await Cluster.start(programs, { environment: { RATE_LIMIT_REQUESTS: '1000000' } })
  }, 600_000)
  afterAll(async () => {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('fails no request, without retries: the old version serves during and after the migration, and a rollback works', async () => {
    const [first, second] = cluster.instances
    const oldMain = path.join(WORKSPACE, 'apps/server/dist/main.js')
    const readiness = async () => (await fetch(`${second!.origin}/health/ready`)).status
    const load = await Load.begin(cluster.origin, await addPortalUser(cluster))

    expect(await first!.stop()).toBe(0)
    let isMigrating = true
    const upgraded = first!.start({ main }).then(() => {
      isMigrating = false
    })
    const servedBefore = load.outcomes.length
    await vi.waitFor(() => expect(load.outcomes.length).toBeGreaterThan(servedBefore + 20), { timeout: 120_000 })
    expect(isMigrating).toBe(true)
    execFileSync(`${programs.postgres}/psql`, [cluster.databaseUrl, '-c', `CREATE TABLE ${GATE} ()`])
    await upgraded
    expect(first!.output()).toContain(MIGRATION)
    expect(await readiness()).toBe(200)
    // The instances have two versions now. The files of both are found, whichever instance nginx chooses first.
    for (let request = 0; request < 4; request++)
      for (const file of [oldFile, NEW_FILE])
        expect((await fetch(`${cluster.origin}/portal/assets/${file}`)).status, file).toBe(200)
    expect((await fetch(`${cluster.origin}/portal/assets/missing.js`)).status).toBe(404)

    expect(await second!.restart({ main })).toBe(0)
    // No instance of the old version is left, but pages of it may still be open.
    for (const { origin } of [first!, second!])
      expect((await fetch(`${origin}/portal/assets/${oldFile}`)).status).toBe(200)
    expect(await first!.restart({ main: oldMain })).toBe(0)
    const outputSinceRestart = first!.output()
    expect(outputSinceRestart).not.toContain('migration applied')
    await load.finish()
    await load.expectServed()
  })
})
