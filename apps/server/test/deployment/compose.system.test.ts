import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { SECRET_FILE_NAMES } from '../../src/settings/environment.ts'
import { parseSettings, SettingsError } from '../../src/settings/settings.ts'
import { documentedSettings } from './documented-settings.ts'

const fileOf = (name: string) => fileURLToPath(new URL(`../../../../${name}`, import.meta.url))
const readText = (name: string) => readFileSync(fileOf(name), 'utf8')

interface Service {
  image: string
  build?: { args: Record<string, string> }
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  healthcheck?: { test: string[] }
  ports?: string[]
  mem_limit?: string
  cpus?: number
  secrets?: { source: string }[]
  environment?: Record<string, string>
  networks: Record<string, { ipv4_address?: string } | null>
}
interface Compose {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
  secrets: Record<string, { file: string }>
}

/** Returns compose.yaml after Docker Compose has validated the file and replaced its variables. */
const readCompose = (variables: Record<string, string>): Compose =>
  parse(
    execFileSync('docker-compose', ['config'], {
      cwd: fileOf(''),
      env: { PATH: process.env['PATH'], ...variables },
      encoding: 'utf8',
    }),
  ) as Compose

/** Returns the variables of an environment file. */
const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]))

const example = { ...variablesOf(readText('deploy/example.env')), SETTINGS: fileOf('deploy/example.env') }
/** The settings that compose.yaml sets itself. */
const SET_BY_COMPOSE = ['NODE_ENV', 'HOST', 'PORT', 'SERVICE_VERSION']
const newSecrets = (folder: string) => {
  execFileSync('sh', [fileOf('deploy/new-secrets.sh'), folder], { stdio: 'pipe' })
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
}

const hasCompose = !spawnSync('docker-compose', ['--version']).error

describe.skipIf(!hasCompose)('compose.yaml (requires the Debian package docker-compose)', () => {
  let services: Compose['services'] = {}
  let networks: Compose['networks'] = {}
  let named: [string, Service][] = []
  let instances: Service[] = []
  let secrets: Compose['secrets'] = {}
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-secrets-'))
  const SECRETS = path.join(folder, 'secrets')
  let created: Record<string, string> = {}
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  beforeAll(() => {
    created = newSecrets(SECRETS)
    const compose = readCompose({ ...example, SECRETS })
    services = compose.services
    networks = compose.networks
    secrets = compose.secrets
    named = Object.entries(services)
    instances = named.filter(([name]) => name.startsWith('service-')).map(([, service]) => service)
  })
  /** Returns the variables with the secrets' folder of this test, and with a mail server. */
  const withSecrets = (environment: Record<string, string>): Record<string, string> => {
    const given = Object.entries(environment)
      .filter(([name]) => name !== 'SMTP_URL_FILE')
      .map(([name, value]) => [name, value.replace('/run/secrets', SECRETS)])
    return { ...Object.fromEntries(given), SMTP_URL: 'smtps://smtp.example' }
  }
  const addressOf = (name: string) => services[name]!.networks['edge']?.ipv4_address

  it('starts at least two instances with the same settings', () => {
    expect(instances.length).toBeGreaterThanOrEqual(2)
    for (const { environment } of instances) expect(environment).toEqual(instances[0]!.environment)
  })

  /** Returns the environment of the first instance for a `production.env` with these variables. */
  const environmentFor = (variables: Record<string, string>) => {
    const file = path.join(folder, 'production.env')
    const all = { ...variablesOf(readText('deploy/example.env')), ...variables }
    writeFileSync(
      file,
      Object.entries(all)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
    return readCompose({ ...all, SETTINGS: file, SECRETS }).services['service-1']!.environment!
  }

  it('passes every setting of docs/settings.md to the service', () => {
    const given = Object.fromEntries(documentedSettings().map((name) => [name, `value-of-${name}`]))
    const environment = environmentFor(given)
    const missing = Object.keys(given).filter((name) => environment[name] !== given[name])
    expect(missing.sort()).toEqual([...SET_BY_COMPOSE].sort())
    expect(readText('deploy/example.env').replaceAll('\n# ', ' ')).toContain(
      `compose.yaml itself sets ${SET_BY_COMPOSE.slice(0, -1).join(', ')} and ${SET_BY_COMPOSE.at(-1)}`,
    )
  })

  it('sets only documented settings itself', () => {
    const { services: written } = parse(readText('compose.yaml'), { merge: true }) as Compose
    const names = Object.keys(written['service-1']!.environment!)
    const documented = documentedSettings()
    expect(names.filter((name) => !documented.includes(name) && !SECRET_FILE_NAMES.includes(name))).toEqual([])
  })

  it('lets the service report names that are misspelt in production.env', () => {
    const environment = environmentFor({ RATE_LIMIT_REQUEST: '10', TOKEN_LIFETIME_SECOND: '60' })
    expect(() => parseSettings(withSecrets(environment))).toThrow(
      new SettingsError([
        'RATE_LIMIT_REQUEST is not a setting: did you mean RATE_LIMIT_REQUESTS?',
        'TOKEN_LIFETIME_SECOND is not a setting: did you mean TOKEN_LIFETIME_SECONDS?',
      ]),
    )
  })

  it('uses no variables that the service would take for misspelt settings', () => {
    const names = [...readText('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!)
    expect(names).toEqual(expect.arrayContaining(['BACKUP_HOUR', 'PROXY_PORT', 'SETTINGS']))
    const documented = documentedSettings()
    const own = names.filter((name) => !documented.includes(name)).map((name) => [name, '1'])
    const environment = { ...instances[0]!.environment, ...Object.fromEntries(own) }
    expect(parseSettings(withSecrets(environment))).toMatchObject({ production: true })
  })

  it('starts the service in production with generated secrets, once the mail server is set', () => {
    const { SMTP_URL, ...production } = withSecrets(instances[0]!.environment!)
    expect(() => parseSettings(production)).toThrow(new SettingsError(['SMTP_URL must be set in production']))
    const settings = parseSettings({ ...production, SMTP_URL })
    expect(settings).toMatchObject({ production: true, trustedProxies: [addressOf('proxy')] })
    expect(settings.sharedStore).toMatchObject({ redisUrl: expect.stringContaining('redis:') })
  })

  it('creates different secrets each time, in a folder that only its owner can open, and replaces none', () => {
    const other = newSecrets(path.join(folder, 'other'))
    // The secrets of other systems, such as SMTP_URL, are created empty.
    for (const [name, text] of Object.entries(created)) if (text !== '\n') expect(other[name]).not.toBe(text)
    expect(statSync(SECRETS).mode & 0o777).toBe(0o700)
    expect(() => newSecrets(SECRETS)).toThrow(/File exists/)
  })

  it('gives every container the secrets that it reads, all of which are created', () => {
    for (const [name, { environment = {}, secrets: given = [] }] of named) {
      const read = Object.values(environment).flatMap((value) => /^\/run\/secrets\/(.*)$/.exec(value)?.[1] ?? [])
      expect(given.map(({ source }) => source)).toEqual(expect.arrayContaining(read))
      // No secret is passed in a variable, only in a file.
      expect([name, Object.keys(environment).filter((key) => key in created)]).toEqual([name, []])
    }
    expect(Object.keys(secrets)).toEqual(Object.keys(created).sort())
  })

  it('limits the memory and the CPUs of every container', () => {
    for (const [name, service] of named) {
      expect([name, service]).toMatchObject([name, { mem_limit: expect.any(String), cpus: expect.any(Number) }])
    }
  })

  it('publishes TLS for other machines with compose.tls.yaml', () => {
    const { proxy } = readCompose({ ...example, SECRETS, COMPOSE_FILE: 'compose.yaml:compose.tls.yaml' }).services
    expect(proxy!.ports).toContainEqual(expect.stringMatching(/^0\.0\.0\.0:443:8443/))
  })

  it('runs every container without root, capabilities and a writable file system', () => {
    for (const [name, service] of named) {
      expect([name, service]).toMatchObject([name, { read_only: true, cap_drop: ['ALL'] }])
      expect(service.security_opt).toContain('no-new-privileges:true')
      // The image of the service sets its user, which image.system.test.ts of apps/cluster verifies.
      if (!service.build) expect([name, service.user]).toEqual([name, expect.stringMatching(/^(?!root|0)\w+$/)])
    }
  })

  it('pins every image to a version and a digest, and checks the health of every container', () => {
    for (const [name, { image, build, healthcheck }] of named) {
      if (!build)
        expect([name, image]).toEqual([name, expect.stringMatching(/^\w+:\d+\.\d+(\.\d+)?-\w+@sha256:[\da-f]{64}$/)])
      expect([name, healthcheck]).toEqual([name, expect.objectContaining({ test: expect.any(Array) })])
    }
  })

  it('gives the service a role that owns its database, and the password of the superuser only to PostgreSQL and backups', () => {
    const { username, password, pathname } = new URL(created['DATABASE_URL']!)
    expect(`${password}\n`).toBe(created['DATABASE_PASSWORD'])
    expect(created['DATABASE_PASSWORD']).not.toBe(created['POSTGRES_PASSWORD'])
    const script = readText('deploy/create-owner.sql')
    expect(script).toContain(`CREATE ROLE ${username} LOGIN PASSWORD`)
    expect(script).toContain(`CREATE DATABASE ${pathname.slice(1)} OWNER ${username};`)
    const readers = named.filter(([, { secrets: given = [] }]) =>
      given.some(({ source }) => source === 'POSTGRES_PASSWORD'),
    )
    expect(readers.map(([name]) => name).sort()).toEqual(['backup', 'postgres'])
  })

  it('backs PostgreSQL up with programs of the same version', () => {
    expect(services['backup']!.image).toBe(services['postgres']!.image)
  })

  it('runs a Redis with the fixes of 7.2.11', () => {
    const [, minor, patch] = /^redis:7\.(\d+)\.(\d+)-/.exec(services['redis']!.image) ?? []
    expect([Number(minor), Number(patch)]).toEqual([2, expect.toSatisfy((number: number) => number >= 11)])
  })

  it('publishes only the proxy, on loopback, and PostgreSQL and Redis reach no other network', () => {
    expect(named.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))).toEqual([
      ['proxy', expect.stringMatching(/^127\.0\.0\.1:8080:8080(\/tcp)?$/)],
    ])
    expect(networks['data']).toMatchObject({ internal: true })
    for (const name of ['postgres', 'redis', 'backup']) expect(Object.keys(services[name]!.networks)).toEqual(['data'])
  })

  it('has the instances at the addresses in upstream.conf', () => {
    const upstream = [...readText('deploy/nginx/upstream.conf').matchAll(/^\s*server ([\d.]+):3000/gm)].map(
      ([, ip]) => ip,
    )
    const names = named.map(([name]) => name).filter((name) => name.startsWith('service-'))
    expect(names.map((name) => addressOf(name))).toEqual(upstream)
  })
})

it('workflows pin every action to a commit', () => {
  const uses = readdirSync(fileOf('.github/workflows')).flatMap((name) =>
    [...readText(`.github/workflows/${name}`).matchAll(/uses: (.*)/g)].map(([, action]) => action),
  )
  expect(uses).not.toEqual([])
  expect(uses.filter((action) => !/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action!))).toEqual([])
})
