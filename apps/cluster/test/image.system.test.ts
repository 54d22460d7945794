import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, type PostgresServer, RedisServer, startPostgres, untilReady } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailCatcher, startMailCatcher } from '../src/mail-catcher.ts'
import { findPrograms } from '../src/programs.ts'
import { readOrCreateKeys, type SharedKeys } from '../src/shared-keys.ts'
import { type Container, Containers, containersUnavailable, type ImageConfiguration } from './containers.ts'
import { readStages, textsOf, WORKSPACE } from './image-recipe.ts'
import { addPortalUser, createAccount, signIn } from './partner.ts'

const [build = [], image = []] = readStages()
const [base = ''] = textsOf(image, 'FROM')
const MAX_IMAGE_MB = 160
const BUILD_TIMEOUT_MS = 1_200_000

describe('the Dockerfile', () => {
  it('uses one pinned Node 24 and the pnpm version of package.json', () => {
    expect(textsOf(build, 'FROM')).toEqual([`${base} AS build`])
    expect(base).toMatch(/^node:24\.\d+\.\d+-[\w-]+$/)
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

/** Copies the files of the workspace, without those that git ignores. */
function copyWorkspace(target: string): void {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: WORKSPACE, encoding: 'utf8' })
  const options = ['--null', '--files-from=-', '--ignore-failed-read']
  const archive = execFileSync('tar', ['--create', ...options], {
    cwd: WORKSPACE,
    input: files,
    maxBuffer: Infinity,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  execFileSync('tar', ['--extract', '--directory', target], { input: archive })
}

const programs = findPrograms()
const unavailable = 'missing' in programs ? `no ${programs.missing.join(', no ')}` : containersUnavailable()

describe.skipIf(unavailable !== undefined)(
  `a container of the image that the Dockerfile builds${unavailable === undefined ? '' : ` (skipped: ${unavailable})`}`,
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-image-'))
    const mailFolder = path.join(folder, 'mail')
    let containers: Containers
    let configuration: ImageConfiguration
    let postgres: PostgresServer
    let redis: RedisServer
    let mails: MailCatcher
    let container: Container
    let app: string
    let origin: string
    let keys: SharedKeys
    beforeAll(async () => {
      containers = new Containers()
      containers.createNodeImage(base)
      const workspace = path.join(folder, 'workspace')
      execFileSync('mkdir', [workspace])
      copyWorkspace(workspace)
      configuration = containers.build(workspace, 'partner-accounts')
      postgres = await startPostgres('missing' in programs ? '' : programs.postgres)
      redis = await RedisServer.create()
      await redis.start()
      mails = await startMailCatcher(mailFolder)
      keys = readOrCreateKeys(path.join(folder, 'keys.json'))
      const port = String(await freePort())
      origin = `http://127.0.0.1:${port}`
      const started = containers.start('partner-accounts', configuration, {
        ...keys,
        PORT: port,
        PUBLIC_URL: origin,
        METRICS_PORT: String(await freePort()),
        LOG_FORMAT: 'json',
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url(),
        SMTP_URL: mails.url,
        MAIL_FROM: 'no-reply@partners.example',
      })
      container = started.container
      app = path.join(started.root, configuration.WorkingDir)
      await untilReady(container)
    }, BUILD_TIMEOUT_MS)
    afterAll(async () => {
      container?.process.kill('SIGKILL')
      await container?.ended
      await redis?.kill()
      await postgres?.stop()
      await mails?.stop()
      containers.remove()
      rmSync(folder, { recursive: true, force: true })
    })

    it('is ready, serves the reference and creates an account', async () => {
      expect((await fetch(`${origin}/health/ready`)).status).toBe(200)
      expect((await fetch(`${origin}/partners/v1/docs`)).status).toBe(200)
      const token = await signIn(origin, await addPortalUser({ origin, keys, mailFolder }))
      const created = await createAccount(origin, token, 'key-of-this-container')
      expect([created.status, await created.json()]).toEqual([
        200,
        expect.objectContaining({ _id: expect.any(String) }),
      ])
    })

    it('runs as the user node, without capabilities, on a file system that nobody can write to', () => {
      const report = `
        const write = (file) => { try { require('fs').writeFileSync(file, ''); return 'written' } catch (error) { return error.code } }
        const [, capabilities] = /CapBnd:\\s*(\\w+)/.exec(require('fs').readFileSync('/proc/self/status', 'utf8'))
        console.log(JSON.stringify([os.userInfo().username, parseInt(capabilities, 16), ['/app/new', '/tmp/new', '/home/node/new'].map(write)]))`
      const { stdout } = container.execute(['node', '-e', report])
      expect(JSON.parse(stdout)).toEqual(['node', 0, Array(3).fill('EROFS')])
    })

    it('HEALTHCHECK succeeds while the service runs and fails when nothing listens', async () => {
      const [, ...check] = configuration.Healthcheck.Test
      expect(container.execute(check).status).toBe(0)
      expect(container.execute(check, { PORT: String(await freePort()) }).status).toBe(1)
    })

    it('contains the operator CLI, which finds the service without settings', () => {
      const { stdout, status } = container.execute(['node', 'ops/dist/main.js', 'partner', 'list', '--json'])
      expect([status, JSON.parse(stdout)]).toEqual([0, expect.anything()])
    })

    it('contains neither sources nor development tools, and is small', () => {
      expect(readdirSync(app).sort()).toEqual(['ops', 'server'])
      const packages = readdirSync(path.join(app, 'server/node_modules/.pnpm')).join(' ')
      expect(packages).not.toMatch(/(^| )(prisma|typescript|tsup|esbuild|vitest|turbo)@/)
      for (const part of ['core', 'db', 'api']) {
        expect(readdirSync(path.join(app, 'server/node_modules/@partner-accounts', part))).not.toContain('src')
      }
      const megabytes = Number(execFileSync('du', ['-sm', app], { encoding: 'utf8' }).split('\t')[0])
      expect(megabytes).toBeLessThan(MAX_IMAGE_MB)
    })

    // The last test: it ends the container.
    it('ends with exit code 0 after SIGTERM', async () => {
      container.process.kill('SIGTERM')
      expect(await container.ended).toBe(0)
    })
  },
)
