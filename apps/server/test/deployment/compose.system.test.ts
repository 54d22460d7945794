import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseSettings, SETTING_NAMES, SettingsError } from '../../src/settings/settings.ts'

const fileOf = (name: string) => fileURLToPath(new URL(`../../../../${name}`, import.meta.url))
const readText = (name: string) => readFileSync(fileOf(name), 'utf8')

interface Service {
  image: string
  build?: string
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  healthcheck?: object
  ports?: string[]
  environment?: Record<string, string>
  networks: string[] | Record<string, { ipv4_address?: string }>
}
interface Compose {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
}

const { services, networks } = parse(readText('compose.yaml'), { merge: true }) as Compose
const named = Object.entries(services)
const instances = named.filter(([name]) => name.startsWith('service-')).map(([, service]) => service)
const addressOf = (name: string) => (services[name]!.networks as Record<string, { ipv4_address?: string }>)['edge']

/** Returns the variables of an environment file. */
const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]))

/** Interpolates as Compose does: `${NAME:?}` is required, `${NAME:-default}` is not. */
const interpolated = (text: string, variables: Record<string, string>): string =>
  text.replace(/\$\{([A-Z_]+):([?-])([^}]*)\}/g, (_, name: string, kind: string, otherwise: string) => {
    const value = variables[name] || (kind === '-' ? otherwise : undefined)
    if (value === undefined) throw new Error(`${name} is missing`)
    return value
  })

const environmentOf = ({ environment = {} }: Service, variables: Record<string, string>) =>
  Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, interpolated(text, variables)]))

const newEnvironment = () =>
  variablesOf(execFileSync('sh', [fileOf('deploy/new-environment.sh')], { encoding: 'utf8' }))

describe('compose.yaml', () => {
  it('starts at least two instances with the same known settings', () => {
    expect(instances.length).toBeGreaterThanOrEqual(2)
    for (const { environment = {} } of instances) {
      expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
      expect(environment).toEqual(instances[0]!.environment)
    }
  })

  it('starts the service in production with a generated environment', () => {
    const settings = parseSettings({ NODE_ENV: 'production', ...environmentOf(instances[0]!, newEnvironment()) })
    expect(settings).toMatchObject({ production: true, trustedProxies: [addressOf('proxy')?.ipv4_address] })
    expect(settings.sharedStore).toMatchObject({ redisUrl: expect.stringContaining('redis:') })
  })

  it('generates a different key each time, and the example has no valid key', () => {
    const [one, other] = [newEnvironment(), newEnvironment()]
    for (const [name, text] of Object.entries(variablesOf(readText('deploy/example.env')))) {
      if (text.includes('{key}')) expect(one[name]).not.toBe(other[name])
      else expect(one[name]).toBe(text)
    }
    const unfilled = environmentOf(instances[0]!, variablesOf(readText('deploy/example.env')))
    expect(() => parseSettings({ NODE_ENV: 'production', ...unfilled })).toThrow(SettingsError)
  })

  it('runs every container without root, capabilities and a writable file system', () => {
    for (const [name, service] of named) {
      expect([name, service]).toMatchObject([name, { read_only: true, cap_drop: ['ALL'] }])
      expect(service.security_opt).toContain('no-new-privileges:true')
      // The service's own user is that of its image (the cluster's image.system.test.ts).
      if (!service.build) expect([name, service.user]).toEqual([name, expect.stringMatching(/^(?!root|0)\w+$/)])
    }
  })

  it('pins every image to a version and checks the health of every container', () => {
    for (const [name, { image, build, healthcheck }] of named) {
      if (!build) expect([name, image]).toEqual([name, expect.stringMatching(/^\w+:\d+\.\d+(\.\d+)?(-\w+)?$/)])
      expect([name, healthcheck]).toEqual([name, expect.objectContaining({ test: expect.any(Array) })])
    }
  })

  it('runs a Redis with the fixes of 7.2.11', () => {
    const [, minor, patch] = /^redis:7\.(\d+)\.(\d+)-/.exec(services['redis']!.image) ?? []
    expect([Number(minor), Number(patch)]).toEqual([2, expect.toSatisfy((number: number) => number >= 11)])
  })

  it('publishes only the proxy, and PostgreSQL and Redis reach no other network', () => {
    expect(named.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['proxy'])
    expect(networks['data']).toEqual({ internal: true })
    for (const name of ['postgres', 'redis']) expect(services[name]!.networks).toEqual(['data'])
  })

  it('has the instances at the addresses in upstream.conf', () => {
    const upstream = [...readText('deploy/nginx/upstream.conf').matchAll(/^\s*server ([\d.]+):3000/gm)].map(
      ([, ip]) => ip,
    )
    const names = named.map(([name]) => name).filter((name) => name.startsWith('service-'))
    expect(names.map((name) => addressOf(name)?.ipv4_address)).toEqual(upstream)
  })
})
