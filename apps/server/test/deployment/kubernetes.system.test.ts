import { postgresPrograms, startPostgres, toolFolder } from '@partner-accounts/local-servers'
import ipaddr from 'ipaddr.js'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { SECRET_FILE_NAMES } from '../../src/settings/environment.ts'
import { parseSettings, SETTING_NAMES } from '../../src/settings/settings.ts'
import { sharedService } from '../harness.ts'

const FOLDER = fileURLToPath(new URL('../../../../deploy/kubernetes', import.meta.url))
const ROOT = path.join(FOLDER, '../..')
const KEY = Buffer.alloc(32, 7).toString('base64url')
const SECRETS = {
  DATABASE_URL: 'postgresql://db.example/accounts',
  REDIS_URL: 'rediss://redis.example',
  TOKEN_SIGNING_KEYS: `k1:${KEY}`,
  DATA_SEALING_KEY: KEY,
  INTERNAL_API_KEY: KEY,
  SMTP_URL: 'smtps://smtp.example',
  OPERATOR_OIDC_CLIENT_SECRET: 'secret',
}
const read = (...names: string[]) => readFileSync(path.join(...names), 'utf8')

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
}
interface Probe {
  httpGet: { path: string }
  periodSeconds: number
  failureThreshold: number
}
interface Container {
  image: string
  command: string[]
  args: string[]
  env: { value: string }[]
  envFrom: { configMapRef: { name: string } }[]
  ports: { name: string; containerPort: number }[]
  volumeMounts: { mountPath: string }[]
  securityContext: object
  resources: object
  startupProbe: Probe
  livenessProbe: Probe
  readinessProbe: Probe
}
interface Pod {
  containers: Container[]
  securityContext: object
  terminationGracePeriodSeconds: number
  volumes: { secret: { secretName: string } }[]
}
interface Template {
  metadata: { labels: Record<string, string> }
  spec: Pod
}
interface Workload {
  spec: { template: Template }
}
interface Policy extends Manifest {
  spec: {
    podSelector: { matchLabels: Record<string, string> }
    policyTypes: string[]
    ingress?: object[]
    egress: {
      ports: { port: number; protocol?: string }[]
      to?: { ipBlock: { cidr: string; except: string[] } }[]
    }[]
  }
}
type ModelClass = new (manifest: Manifest) => { validate: () => void }

const manifestsIn = (yaml: string) => parseAllDocuments(yaml).map((document) => document.toJS() as Manifest)

/**
 * Whether kubernetes-models can validate the manifest. It has no schema for the ServiceMonitor of the Prometheus Operator,
 * and rejects the line breaks in the Base64 text of the generated Secret, which Kubernetes accepts.
 */
const hasSchema = ({ kind }: Manifest) => !['ServiceMonitor', 'Secret'].includes(kind)

const moduleOf = ({ apiVersion, kind }: Manifest) => `kubernetes-models/${apiVersion}/${kind}`

/**
 * Compiles each manifest as a literal of its Kubernetes type, which also rejects unknown fields.
 *
 * @param models folder of the package kubernetes-models
 */
function typeErrors(all: readonly Manifest[], models: string): string[] {
  // The compiler resolves the package from this path. The file exists only in memory.
  const file = path.join(models, '../manifests.ts')
  const lines = all.map(
    (manifest, index) =>
      `export const m${index}: import('${moduleOf(manifest)}').I${manifest.kind} = ${JSON.stringify(manifest)}`,
  )
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es5.d.ts'],
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
  }
  const host = ts.createCompilerHost(options)
  const getSourceFile = host.getSourceFile.bind(host)
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, lines.join('\n'), options.target) : getSourceFile(name, ...rest)
  const program = ts.createProgram([file], options, host)
  return program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

/** Returns whether kubectl is installed and contains Kustomize 5 or later. */
function hasKustomize(): boolean {
  const { stdout, error } = spawnSync('kubectl', ['version', '--client', '--output=json'], { encoding: 'utf8' })
  if (error) return false
  const { kustomizeVersion = '' } = JSON.parse(stdout) as { kustomizeVersion?: string }
  return /^v[5-9]/.test(kustomizeVersion)
}

describe.skipIf(!hasKustomize())('deploy/kubernetes (requires kubectl with Kustomize 5)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-kubernetes-'))
  let manifests: Manifest[]
  let pods: Pod[]
  let containers: Container[]
  let service: Container
  let data: Record<string, string>

  const find = <T>(kind: string) => manifests.find((manifest) => manifest.kind === kind) as T
  const render = () =>
    manifestsIn(execFileSync('kubectl', ['kustomize', path.join(folder, 'production')], { encoding: 'utf8' }))
  const isSecretFile = (name: string) => SECRET_FILE_NAMES.includes(name)

  beforeAll(() => {
    cpSync(FOLDER, folder, { recursive: true })
    execFileSync('sh', [path.join(ROOT, 'deploy/new-secrets.sh'), path.join(folder, 'production/secrets')])
    manifests = render()
    const podOf = (kind: string) => find<{ spec: { template: { spec: Pod } } }>(kind).spec.template.spec
    pods = [podOf('Deployment'), podOf('Job')]
    containers = pods.map(({ containers: [container] }) => container!)
    service = containers[0]!
    data = find<{ data: Record<string, string> }>('ConfigMap').data
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('contains the manifests of every file', () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'))
    const written = files
      .filter((name) => !name.endsWith('kustomization.yaml'))
      .flatMap((name) => manifestsIn(read(FOLDER, name)))
    const generated = ['ConfigMap', 'Secret']
    expect(manifests.map(({ kind }) => kind).sort()).toEqual([...written.map(({ kind }) => kind), ...generated].sort())
  })

  it('matches the schemas of Kubernetes, without unknown fields', () => {
    const misspelt = { ...find<Manifest>('ConfigMap'), dta: {} }
    const withSchema = manifests.filter(hasSchema)
    const models = toolFolder('kubernetes-models')
    const require = createRequire(path.join(models, 'package.json'))
    expect(typeErrors([...withSchema, misspelt], models)).toEqual([expect.stringContaining(`'"dta"' does not exist`)])
    for (const manifest of withSchema) {
      const { [manifest.kind]: Model } = require(moduleOf(manifest)) as Record<string, ModelClass>
      new Model!(manifest).validate()
    }
  })

  it('starts pods again after a change of a setting or secret, because both names have a hash', () => {
    const namesOf = () => [service.envFrom[0]!.configMapRef.name, pods[0]!.volumes[0]!.secret.secretName]
    const before = namesOf()
    expect(before).toEqual([find<Manifest>('ConfigMap').metadata.name, find<Manifest>('Secret').metadata.name])
    const secret = path.join(folder, 'production/secrets/SMTP_URL')
    // The file is read-only.
    rmSync(secret)
    writeFileSync(secret, 'smtps://another.example')
    const changed = render().find(({ kind }) => kind === 'Secret')!.metadata.name
    expect(changed).toMatch(/^partner-accounts-/)
    expect(changed).not.toBe(before[1])
  })

  it('gives the service only the secrets that it reads', () => {
    const { data: secrets } = find<{ data: Record<string, string> }>('Secret')
    const readNames = Object.keys(data)
      .filter(isSecretFile)
      .map((name) => name.replace(/_FILE$/, ''))
    expect(Object.keys(secrets).sort()).toEqual(readNames.sort())
  })

  it('sets only known settings, and takes every secret from its mounted file', () => {
    expect(Object.keys(data).filter((name) => !SETTING_NAMES.includes(name) && !isSecretFile(name))).toEqual([])
    const { mountPath } = service.volumeMounts[0]!
    for (const name of Object.keys(data).filter(isSecretFile)) {
      expect(data[name]).toBe(`${mountPath}/${name.replace(/_FILE$/, '')}`)
    }
  })

  it('starts the service in production, with the ports and the time to drain of its settings', () => {
    const given = Object.entries(data).filter(([name]) => !isSecretFile(name))
    const settings = parseSettings({ NODE_ENV: 'production', ...Object.fromEntries(given), ...SECRETS })
    const [, port] = /ENV .*\bPORT=(\d+)/.exec(read(ROOT, 'Dockerfile')) ?? []
    expect(service.ports).toEqual([
      { name: 'http', containerPort: Number(port) },
      { name: 'metrics', containerPort: settings.metrics.listener?.port },
    ])
    expect(settings.metrics.listener?.host).toBe('0.0.0.0')
    expect(find('Deployment')).toMatchObject({
      spec: { template: { metadata: { annotations: { 'prometheus.io/port': `${settings.metrics.listener?.port}` } } } },
    })
    // After the drain, main.ts stops within 8 s.
    expect(pods[0]!.terminationGracePeriodSeconds).toBeGreaterThan(settings.shutdownDrainSeconds + 8)
  })

  it('probes paths and scales by metrics that the service serves', async () => {
    const { origin } = await sharedService()
    for (const probe of [service.startupProbe, service.livenessProbe, service.readinessProbe]) {
      expect((await fetch(`${origin}${probe.httpGet.path}`)).status).toBe(200)
    }
    const { spec } = find<{ spec: { metrics: { pods: { metric: { name: string } } }[] } }>('HorizontalPodAutoscaler')
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    for (const { pods } of spec.metrics) expect(metrics).toContain(`# TYPE ${pods.metric.name} gauge`)
  })

  it('runs the image of the Dockerfile as an unprivileged user with limits', () => {
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(read(ROOT, 'Dockerfile').split('USER node')[1]!) ?? []
    expect(containers[1]!.args).toEqual([...(JSON.parse(command) as string[]), 'migrate'])
    const image = expect.stringMatching(/@sha256:[0-9a-f]{64}$/) as string
    expect(containers.map((container) => container.image)).toEqual([image, service.image])
    for (const { securityContext } of pods)
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
    for (const { securityContext, resources } of containers) {
      expect(resources).toMatchObject({ limits: { cpu: expect.any(String), memory: expect.any(String) } })
      expect(securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      })
    }
  })

  it('sends requests to a pod until the database has been slow for 30 s', () => {
    const { periodSeconds, failureThreshold } = service.readinessProbe
    expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(30)
  })

  it('serves pages and metrics through the ports of the Service', () => {
    const { spec } = find<{ spec: { ports: { name: string; targetPort: string }[] } }>('Service')
    expect(spec.ports.map(({ targetPort }) => targetPort)).toEqual(service.ports.map(({ name }) => name))
    expect(find('ServiceMonitor')).toMatchObject({ spec: { endpoints: [{ port: 'metrics' }] } })
    const httpPath = { backend: { service: { name: 'partner-accounts', port: { name: 'http' } } } }
    expect(find('Ingress')).toMatchObject({ spec: { rules: [{ http: { paths: [httpPath] } }] } })
  })

  it('selects the pods of the Deployment everywhere', () => {
    const name = { 'app.kubernetes.io/name': 'partner-accounts' }
    const template = find<{ spec: { template: object } }>('Deployment').spec.template
    expect(template).toMatchObject({ metadata: { labels: name } })
    expect(find('Service')).toMatchObject({ metadata: { labels: name }, spec: { selector: name } })
    expect(find('ServiceMonitor')).toMatchObject({ spec: { selector: { matchLabels: name } } })
    expect(find('PodDisruptionBudget')).toMatchObject({ spec: { selector: { matchLabels: name } } })
    expect(find('HorizontalPodAutoscaler')).toMatchObject({
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'partner-accounts' }, minReplicas: 2 },
    })
  })

  it('selects the pods of each workload by one policy, and lets those of jobs reach only DNS and PostgreSQL', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy') as Policy[]
    const labelsOf = (template: Template) => template.metadata.labels
    const jobLabels = labelsOf(find<Workload>('Job').spec.template)
    const backupLabels = labelsOf(find<{ spec: { jobTemplate: Workload } }>('CronJob').spec.jobTemplate.spec.template)
    const policiesOf = (labels: Record<string, string>) =>
      policies.filter(({ spec }) =>
        Object.entries(spec.podSelector.matchLabels).every(([name, value]) => labels[name] === value),
      )
    const ofService = policiesOf(labelsOf(find<Workload>('Deployment').spec.template))
    expect(ofService.map(({ metadata }) => metadata.name)).toEqual(['partner-accounts'])
    for (const labels of [jobLabels, backupLabels]) {
      expect(policiesOf(labels)).toHaveLength(1)
      const { spec } = policiesOf(labels)[0]!
      expect(spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'] })
      expect(spec.ingress).toBeUndefined()
      const ports = spec.egress.flatMap(({ ports }) => ports.map(({ port, protocol = 'TCP' }) => `${protocol} ${port}`))
      // DNS, PostgreSQL and PgBouncer.
      expect(ports).toEqual(['UDP 53', 'TCP 53', 'TCP 5432', 'TCP 6432'])
      const { selector } = find<{ spec: { selector: Record<string, string> } }>('Service').spec
      expect(labels).not.toMatchObject(selector)
    }
    expect(policies).toHaveLength(3)
  })

  it('lets HTTPS of webhooks reach neither private addresses nor the metadata of the cloud', () => {
    const { spec } = manifests.find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'partner-accounts',
    ) as Policy
    expect(spec.policyTypes).toContain('Egress')
    const web = spec.egress.filter(({ ports }) => ports.some(({ port }) => port === 443 || port === 8443))
    const blocks = web.flatMap(({ to = [] }) => to.map(({ ipBlock }) => ipBlock))
    expect(blocks.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '::/0'])
    const excepted = blocks.flatMap(({ except }) => except.map((cidr) => ipaddr.parseCIDR(cidr)))
    for (const address of ['10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', 'fd00::1']) {
      const parsed = ipaddr.parse(address)
      const isExcepted = excepted.some(
        ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
      )
      expect(isExcepted, address).toBe(true)
    }
  })

  const programs = postgresPrograms()
  it.skipIf(!programs)('dumps the database with the command of the CronJob (requires PostgreSQL)', async () => {
    const server = await startPostgres(programs!)
    try {
      const pod = find<{ spec: { jobTemplate: { spec: { template: { spec: Pod } } } } }>('CronJob').spec.jobTemplate
        .spec.template.spec
      const { command, args, env } = pod.containers[0]!
      expect(env.map(({ value }) => value)).toEqual(pod.containers[0]!.volumeMounts.map(({ mountPath }) => mountPath))
      const secrets = path.join(folder, 'of-backup')
      const backups = path.join(folder, 'backups')
      for (const name of [secrets, backups]) mkdirSync(name)
      writeFileSync(path.join(secrets, 'DATABASE_URL'), `${server.url}\n`)
      const commandLine = [...command, ...args]
      const [shell, ...options] = commandLine
      const environment = { PATH: `${programs}:${process.env['PATH']}`, BACKUPS: backups, SECRETS: secrets }
      const dump = () => spawnSync(shell!, options, { env: environment, encoding: 'utf8' })
      expect(dump()).toMatchObject({ status: 0, stderr: '' })
      const [name = ''] = readdirSync(backups)
      execFileSync('pg_restore', ['--list', path.join(backups, name)], { env: environment })

      // The service reads this parameter. pg_dump rejects it.
      writeFileSync(path.join(secrets, 'DATABASE_URL'), `${server.url}?schema=public\n`)
      expect(dump().status).toBe(1)
      writeFileSync(path.join(secrets, 'BACKUP_DATABASE_URL'), `${server.url}\n`)
      expect(dump()).toMatchObject({ status: 0, stderr: '' })
      const dumps = readdirSync(backups)

      writeFileSync(path.join(secrets, 'BACKUP_DATABASE_URL'), `${server.url}-missing\n`)
      expect(dump().status).toBe(1)
      expect(readdirSync(backups)).toEqual(dumps)
    } finally {
      await server.stop()
    }
  })
})
