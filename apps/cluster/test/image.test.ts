import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  freePort,
  type PostgresServer,
  RedisServer,
  type StartedService,
  startPostgres,
  startService,
  untilReady,
} from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOrCreateKeys } from '../src/shared-keys.ts'
import { describeCluster } from './describe-cluster.ts'
import { commandIn, readStages, textsOf, WORKSPACE } from './image-recipe.ts'

const [build = [], image = []] = readStages()
const NOBODY = { uid: 65_534, gid: 65_534 }
const MAX_IMAGE_MB = 160

describe('the Dockerfile', () => {
  it('uses one pinned Node 24 and the pnpm version of package.json', () => {
    const bases = [build, image].map((stage) => textsOf(stage, 'FROM')[0]?.split(' ')[0])
    expect(bases).toEqual([bases[0], bases[0]])
    expect(bases[0]).toMatch(/^node:24\.\d+\.\d+-[\w-]+$/)
    const { packageManager } = JSON.parse(readFileSync(`${WORKSPACE}/package.json`, 'utf8'))
    expect(textsOf(build, 'RUN')[0]).toBe(`npm install --global ${packageManager}`)
  })

  it('sets a user other than root, production mode, and no secret', () => {
    expect(textsOf(image, 'USER')).toEqual(['node'])
    expect(textsOf(image, 'ENV').join(' ')).toContain('NODE_ENV=production')
    expect(
      [...build, ...image].filter(({ keyword, text }) => keyword === 'ARG' || /KEY|PASSWORD|TOKEN=/.test(text)),
    ).toEqual([])
  })
})

/** Copies what `COPY . .` copies: the files that git tracks, except those in .dockerignore. */
function copyWorkspace(target: string): void {
  const ignored = readFileSync(`${WORKSPACE}/.dockerignore`, 'utf8')
    .split('\n')
    .filter((line) => /^[\w.]/.test(line))
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: WORKSPACE, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) {
    // git lists a deleted file until the deletion is committed.
    if (ignored.includes(file.split('/')[0]!) || !existsSync(path.join(WORKSPACE, file))) continue
    cpSync(path.join(WORKSPACE, file), path.join(target, file), { recursive: true, force: true })
  }
}

describeCluster('the image that the Dockerfile builds', (programs) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-image-'))
  const app = path.join(folder, 'out')
  let postgres: PostgresServer
  let redis: RedisServer
  let service: StartedService
  let environment: Record<string, string>
  beforeAll(async () => {
    const workspace = path.join(folder, 'workspace')
    mkdirSync(workspace)
    copyWorkspace(workspace)
    // Skips the first command, which installs pnpm.
    for (const command of textsOf(build, 'RUN').slice(1)) {
      execFileSync('sh', ['-c', command.replaceAll('/out', app)], { cwd: workspace, stdio: 'pipe' })
    }
    // Only folders: files share their permissions with pnpm's store.
    execFileSync('find', [app, '-type', 'd', '-exec', 'chmod', 'a-w', '{}', '+'])
    chmodSync(folder, 0o755)
    postgres = await startPostgres(programs.postgres)
    redis = await RedisServer.create()
    await redis.start()
    const given = textsOf(image, 'ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('=')))
    environment = {
      ...(Object.fromEntries(given) as Record<string, string>),
      ...readOrCreateKeys(path.join(folder, 'keys.json')),
      ...{ PORT: String(await freePort()), DATABASE_URL: postgres.url, REDIS_URL: redis.url() },
      ...{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@partners.example' },
    }
    const [, main = ''] = commandIn(textsOf(image, 'CMD')[0])
    const user = process.getuid?.() === 0 ? NOBODY : undefined
    service = startService(path.join(app, main), app, environment, { user })
    await untilReady(service)
  }, 400_000)
  afterAll(async () => {
    service?.process.kill('SIGKILL')
    await service?.ended
    await redis?.kill()
    await postgres?.stop()
    execFileSync('find', [folder, '-type', 'd', '-exec', 'chmod', 'u+w', '{}', '+'])
    rmSync(folder, { recursive: true, force: true })
  })

  const run = (args: readonly string[]) =>
    spawnSync(process.execPath, args, { cwd: app, env: environment, encoding: 'utf8' })

  it('runs in production on a read-only file system without root', async () => {
    const origin = `http://127.0.0.1:${environment['PORT']}`
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200)
    expect((await fetch(`${origin}/partners/v1/docs`)).status).toBe(200)
    expect(readdirSync(app).sort()).toEqual(['ops', 'server'])
  })

  it('HEALTHCHECK succeeds while the service runs and fails when nothing listens', async () => {
    const [, ...check] = commandIn(textsOf(image, 'HEALTHCHECK')[0])
    expect(run(check).status).toBe(0)
    const port = String(await freePort())
    expect(spawnSync(process.execPath, check, { env: { ...environment, PORT: port } }).status).toBe(1)
  })

  it('contains the operator CLI, which finds the service without settings', () => {
    const { stdout, status } = run(['ops/dist/main.js', 'partner', 'list', '--json'])
    expect([status, JSON.parse(stdout)]).toEqual([0, expect.anything()])
  })

  it('contains neither sources nor development tools, and is small', () => {
    const packages = readdirSync(path.join(app, 'server/node_modules/.pnpm')).join(' ')
    expect(packages).not.toMatch(/(^| )(prisma|typescript|tsup|esbuild|vitest|turbo)@/)
    for (const part of ['core', 'db', 'api']) {
      expect(readdirSync(path.join(app, 'server/node_modules/@partner-accounts', part))).not.toContain('src')
    }
    const megabytes = Number(execFileSync('du', ['-sm', app], { encoding: 'utf8' }).split('\t')[0])
    expect(megabytes).toBeLessThan(MAX_IMAGE_MB)
  })
})
