import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPrivateCa, freePort } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type MailCatcher, startMailCatcher } from '../src/mail-catcher.ts'
import { findPrograms } from '../src/programs.ts'
import { Containers, containersUnavailable, type ImageConfiguration } from './containers.ts'
import { copyWorkspace, readStages, textsOf, WORKSPACE } from './image-recipe.ts'
import { addPortalUser, createAccount, signIn } from './partner.ts'

const [build = [], image = []] = readStages()
const [base = ''] = textsOf(image, 'FROM')
const [baseTag = '', baseDigest = ''] = base.split('@')
const MAX_IMAGE_MB = 160
const VERSION = '1.0.0'
const BUILD_TIMEOUT_MS = 1_200_000

describe('the Dockerfile', () => {
  it('uses one Node 24, pinned to a digest, and the pnpm version of package.json', () => {
    expect(textsOf(build, 'FROM')).toEqual([`${base} AS build`])
    expect(base).toMatch(/^node:24\.\d+\.\d+-[\w-]+@sha256:[\da-f]{64}$/)
    const { packageManager } = JSON.parse(readFileSync(`${WORKSPACE}/package.json`, 'utf8'))
    expect(textsOf(build, 'RUN')[0]).toBe(`npm install --global ${packageManager}`)
  })

  it('sets a user other than root, production mode, and no secret', () => {
    expect(textsOf(image, 'USER')).toEqual(['node'])
    expect(textsOf(image, 'ENV').join(' ')).toContain('NODE_ENV=production')
    const instructions = [...build, ...image]
    expect(textsOf(instructions, 'ARG')).toEqual(['SERVICE_VERSION=dev'])
    expect(instructions.filter(({ text }) => /KEY|PASSWORD|TOKEN=/.test(text))).toEqual([])
  })
})

const programs = findPrograms()
const unavailable = 'missing' in programs ? `no ${programs.missing.join(', no ')}` : containersUnavailable()

describe.skipIf(unavailable !== undefined)(
  `the containers of compose.yaml, with the image that the Dockerfile builds${unavailable === undefined ? '' : ` (skipped: ${unavailable})`}`,
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-image-'))
    const mailFolder = path.join(folder, 'mail')
    let containers: Containers
    let configuration: ImageConfiguration
    let mails: MailCatcher
    let origin: string
    let keys: { INTERNAL_API_KEY: string }
    const secrets = path.join(folder, 'secrets')
    const settings = path.join(folder, 'production.env')
    const variables: Record<string, string> = { VERSION, SECRETS: secrets, SETTINGS: settings }
    const writeSecret = (name: string, text: string) => writeFileSync(path.join(secrets, name), text)
    const readSecret = (name: string) => readFileSync(path.join(secrets, name), 'utf8').trim()
    beforeAll(async () => {
      containers = new Containers()
      containers.createNodeImage(baseTag)
      const workspace = path.join(folder, 'workspace')
      copyWorkspace(workspace)
      const dockerfile = path.join(workspace, 'Dockerfile')
      writeFileSync(dockerfile, readFileSync(dockerfile, 'utf8').replaceAll(`@${baseDigest}`, ''))
      configuration = containers.build(workspace, 'partner-accounts', `SERVICE_VERSION=${VERSION}`)
      // Listens on every address, because the containers reach it through the network `edge`.
      mails = await startMailCatcher(mailFolder, '0.0.0.0')
      execFileSync('sh', [`${WORKSPACE}/deploy/new-secrets.sh`, secrets])
      writeSecret('SMTP_URL', mails.url.replace('0.0.0.0', '172.30.23.1'))
      keys = { INTERNAL_API_KEY: readSecret('INTERNAL_API_KEY').replace(/^operator:/, '') }
      variables['PROXY_PORT'] = String(await freePort())
      origin = `http://127.0.0.1:${variables['PROXY_PORT']}`
      variables['PUBLIC_URL'] = origin
      writeFileSync(settings, 'MAIL_FROM=no-reply@partners.example\nPRODUCT_NAME=Ponto da Estrela\n')
      await containers.up(variables)
    }, BUILD_TIMEOUT_MS)
    afterAll(async () => {
      containers.remove()
      await mails?.stop()
      rmSync(folder, { recursive: true, force: true })
    }, BUILD_TIMEOUT_MS)

    it('have no secret in their environment', () => {
      for (const service of ['postgres', 'redis', 'backup', 'service-1', 'proxy']) {
        const environment = containers.execute(service, ['cat', '/proc/1/environ']).stdout
        // nginx overwrites its own with its title.
        expect(environment).not.toBe('')
        const found = ['POSTGRES_PASSWORD', 'DATABASE_PASSWORD', 'REDIS_PASSWORD', 'DATA_SEALING_KEY'].filter((name) =>
          environment.includes(readSecret(name)),
        )
        expect([service, found]).toEqual([service, []])
      }
    })

    it('have the limits of compose.yaml', () => {
      expect(containers.limitsOf('service-1')).toEqual({ memory: 512, cpus: 1 })
      expect(containers.limitsOf('postgres')).toEqual({ memory: 1024, cpus: 1 })
    })

    it('are healthy, serve the reference and create an account', async () => {
      expect((await fetch(`${origin}/health/ready`)).status).toBe(200)
      expect(await (await fetch(`${origin}/health/live`)).json()).toEqual({ status: 'live', version: VERSION })
      expect((await fetch(`${origin}/partners/v1/docs`)).status).toBe(200)
      const token = await signIn(origin, await addPortalUser({ origin, keys, mailFolder }))
      const created = await createAccount(origin, token, 'key-of-this-container')
      expect([created.status, await created.json()]).toEqual([
        200,
        expect.objectContaining({ _id: expect.any(String) }),
      ])
    })

    it('use the settings of production.env', async () => {
      const page = (await (await fetch(`${origin}/partners/v1/openapi.json`)).json()) as { info: { title: string } }
      expect(page.info.title).toContain('Ponto da Estrela')
    })

    it('use a role of PostgreSQL that owns its database and is no superuser', () => {
      const sql = "SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = 'partner_accounts'"
      const query = `PGPASSWORD=$(cat /run/secrets/POSTGRES_PASSWORD) psql -h 127.0.0.1 -U postgres -Atc "${sql}"`
      expect(containers.execute('postgres', ['sh', '-c', query])).toMatchObject({ stdout: 'f|f|f\n', stderr: '' })
    })

    it('run as the user node, whose number Kubernetes requires, without capabilities, on a read-only file system, and without files in /tmp', () => {
      const report = `
        const write = (file) => { try { fs.writeFileSync(file, ''); return 'written' } catch (error) { return error.code } }
        const [, capabilities] = /CapBnd:\\s*(\\w+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))
        console.log(JSON.stringify([os.userInfo().username, os.userInfo().uid, parseInt(capabilities, 16), ['/app/new', '/home/node/new'].map(write), fs.readdirSync('/tmp')]))`
      const { stdout } = containers.execute('service-1', ['node', '-e', report])
      const [, runAsUser] =
        /runAsUser: (\d+)/.exec(readFileSync(`${WORKSPACE}/deploy/kubernetes/base/service.yaml`, 'utf8')) ?? []
      // Podman mounts an empty /tmp.
      expect(JSON.parse(stdout)).toEqual(['node', Number(runAsUser), 0, ['EROFS', 'EROFS'], []])
    })

    it('the health checks of compose.yaml and of the image succeed while the service runs and fail when nothing listens', async () => {
      const { services } = parse(readFileSync(`${WORKSPACE}/compose.yaml`, 'utf8'), { merge: true }) as {
        services: Record<string, { healthcheck: { test: string[] } }>
      }
      const ofCompose = services['service-1']!.healthcheck.test.map((part) => part.replaceAll('$$', '$'))
      for (const [, ...check] of [ofCompose, configuration.Healthcheck.Test]) {
        expect(containers.execute('service-1', check).status).toBe(0)
        expect(containers.execute('service-1', check, { PORT: String(await freePort()) }).status).toBe(1)
      }
    })

    it('contain the operator CLI, which finds the service without settings', () => {
      const ops = (...words: string[]) => containers.execute('service-1', ['node', 'ops/dist/main.js', ...words])
      const { stdout, status } = ops('partner', 'list', '--json')
      expect([status, JSON.parse(stdout)]).toEqual([0, expect.anything()])
      expect(ops('--version').stdout).toBe(`${VERSION}\n`)
    })

    it('reach no other network from PostgreSQL, Redis and the backup', async () => {
      for (const service of ['postgres', 'redis', 'backup']) {
        // Podman's name server may learn names after the containers have started.
        await expect.poll(() => containers.execute(service, ['getent', 'hosts', 'service-1']).status).toBe(0)
        const download = [
          'wget',
          '--timeout=2',
          '--tries=1',
          '-O',
          '/dev/null',
          mails.url.replace('smtp://0.0.0.0', 'http://172.30.23.1'),
        ]
        expect(containers.execute(service, download).stderr).toMatch(/unreachable/)
      }
    })

    it('the image contains neither sources nor development tools, and is small', () => {
      const app = path.join(containers.mount('partner-accounts'), configuration.Config.WorkingDir)
      expect(readdirSync(app).sort()).toEqual(['ops', 'server'])
      const packages = readdirSync(path.join(app, 'server/node_modules/.pnpm')).join(' ')
      expect(packages).not.toMatch(/(^| )(prisma|typescript|tsup|esbuild|vitest|turbo)@/)
      for (const part of ['core', 'db', 'api']) {
        expect(readdirSync(path.join(app, 'server/node_modules/@partner-accounts', part))).not.toContain('src')
      }
      const megabytes = Number(execFileSync('du', ['-sm', app], { encoding: 'utf8' }).split('\t')[0])
      expect(megabytes).toBeLessThan(MAX_IMAGE_MB)
    })

    it('write backups, delete old ones, and serve a restored backup after the loss of the database', async () => {
      const user = await addPortalUser({ origin, keys, mailFolder })
      const { _id } = (await (await createAccount(origin, await signIn(origin, user), 'key-of-the-backup')).json()) as {
        _id: string
      }
      const inBackup = (...parameters: string[]) => containers.execute('backup', ['sh', '/backup.sh', ...parameters])
      const old = '$BACKUPS/2020-01-01T03-00-00Z.dump'
      expect(containers.execute('backup', ['sh', '-c', `touch -d 2020-01-01 ${old}`]).status).toBe(0)
      expect(inBackup('once')).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^wrote /) })
      const list = containers.execute('backup', ['sh', '-c', 'stat -c "%a %n" $BACKUPS/*']).stdout.trim().split('\n')
      const files = list.filter((line) => !line.endsWith('/backup.prom'))
      expect(list.length - files.length).toBe(1)
      // The first backup was written when the container started. The one of 2020 is deleted.
      expect(files).toEqual([1, 2].map(() => expect.stringMatching(/^600 .*\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.dump$/)))

      expect(inBackup('restore', 'restored')).toMatchObject({ status: 0, stderr: '' })
      const drop =
        'PGPASSWORD=$(cat /run/secrets/POSTGRES_PASSWORD) dropdb --force --maintenance-db=restored partner_accounts'
      expect(containers.execute('backup', ['sh', '-c', drop])).toMatchObject({ status: 0, stderr: '' })
      writeSecret('DATABASE_URL', readSecret('DATABASE_URL').replace(/\/\w+$/, '/restored'))
      await containers.restart('service-1', 'service-2')
      const headers = { authorization: `Bearer ${await signIn(origin, user)}` }
      const readAccount = () => fetch(`${origin}/partners/v1/partner-accounts/${_id}`, { headers })
      // Polls slowly, because the rate limit counts the requests.
      await expect.poll(async () => (await readAccount()).status, { interval: 2_000 }).toBe(200)
      // Backups continue with the restored database.
      expect(inBackup('once')).toMatchObject({ status: 0, stderr: '' })
    })

    it('end with exit code 0 after SIGTERM, and the other instance serves', async () => {
      expect(containers.stop('service-1')).toBe(0)
      expect((await fetch(`${origin}/health/ready`)).status).toBe(200)
    })

    it('terminate TLS with compose.tls.yaml, and take a renewed certificate on SIGHUP', async () => {
      /** Issues the certificate of the proxy by a new authority. Returns the authority's certificate. */
      const renewCertificate = () => {
        const ca = createPrivateCa()
        writeSecret('TLS_CERTIFICATE', readFileSync(ca.certificate, 'utf8'))
        writeSecret('TLS_KEY', readFileSync(ca.key, 'utf8'))
        const pem = readFileSync(ca.ca, 'utf8')
        ca.remove()
        return pem
      }
      const ca = renewCertificate()
      const port = String(await freePort())
      // On Podman, docker-compose 1.29 does not change a running project: its networks seem to differ.
      containers.down()
      await containers.up({ ...variables, TLS_PORT: port, TLS_ADDRESS: '127.0.0.1' }, 'compose.tls.yaml')
      expect(await statusOverTls(port, ca)).toBe(200)
      await expect(fetch(`${origin}/health/ready`)).rejects.toThrow()
      const renewed = renewCertificate()
      containers.signal('proxy', 'HUP')
      await expect.poll(() => statusOverTls(port, renewed).catch(() => undefined)).toBe(200)
    })
  },
)

/** Returns the status of `/health/ready`. Trusts only this authority. */
function statusOverTls(port: string, ca: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', servername: 'localhost', port, path: '/health/ready', ca, agent: false }
    get(options, (response) => resolve(response.resume().statusCode)).on('error', reject)
  })
}
