import ipaddr from 'ipaddr.js'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
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
}
const require = createRequire(import.meta.url)
const read = (...names: string[]) => readFileSync(path.join(...names), 'utf8')

interface Manifest {
  apiVersion: string
  kind: string
}
type ModelClass = new (manifest: Manifest) => { validate: () => void }

const { resources, images } = parse(read(FOLDER, 'kustomization.yaml')) as {
  resources: string[]
  images: { name: string }[]
}
const manifests = resources.flatMap((name) =>
  parseAllDocuments(read(FOLDER, name)).map((document) => document.toJS() as Manifest),
)
const find = <T>(kind: string) => manifests.find((manifest) => manifest.kind === kind) as T

const moduleOf = ({ apiVersion, kind }: Manifest) => `kubernetes-models/${apiVersion}/${kind}`

/** Compiles each manifest as a literal of its Kubernetes type, which also rejects unknown fields. */
function typeErrors(all: readonly Manifest[]): string[] {
  const file = fileURLToPath(new URL('manifests.ts', import.meta.url))
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

describe('deploy/kubernetes', () => {
  it('lists every file', () => {
    expect(['kustomization.yaml', ...resources].sort()).toEqual(readdirSync(FOLDER).sort())
  })

  it('matches the schemas of Kubernetes, without unknown fields', () => {
    const misspelt = { ...find<Manifest>('ConfigMap'), dta: {} }
    expect(typeErrors([...manifests, misspelt])).toEqual([expect.stringContaining(`'"dta"' does not exist`)])
    for (const manifest of manifests) {
      const { [manifest.kind]: Model } = require(moduleOf(manifest)) as Record<string, ModelClass>
      new Model!(manifest).validate()
    }
  })

  const pods = ['Deployment', 'Job'].map(
    (kind) => find<{ spec: { template: { spec: IPodSpec } } }>(kind).spec.template.spec,
  )
  const containers = pods.map(({ containers: [container] }) => container!)
  const service = containers[0]!
  const { data } = find<{ data: Record<string, string> }>('ConfigMap')
  const isFile = (name: string) => SECRET_FILE_NAMES.includes(name)

  it('sets only known settings, and every secret from its key', () => {
    expect(Object.keys(data).filter((name) => !SETTING_NAMES.includes(name) && !isFile(name))).toEqual([])
    const { mountPath } = service.volumeMounts![0]!
    for (const name of Object.keys(data).filter(isFile)) {
      expect(data[name]).toBe(`${mountPath}/${name.replace(/_FILE$/, '')}`)
    }
  })

  it('starts the service in production, with the ports and the time to drain of its settings', () => {
    const given = Object.entries(data).filter(([name]) => !isFile(name))
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

  it('probes and scales by what the service serves', async () => {
    const { origin } = await sharedService()
    for (const probe of [service.startupProbe, service.livenessProbe, service.readinessProbe]) {
      expect((await fetch(`${origin}${probe!.httpGet!.path}`)).status).toBe(200)
    }
    const { spec } = find<{ spec: { metrics: { pods: { metric: { name: string } } }[] } }>('HorizontalPodAutoscaler')
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    for (const { pods } of spec.metrics) expect(metrics).toContain(`# TYPE ${pods.metric.name} gauge`)
  })

  it('runs the image of the Dockerfile as an unprivileged user with limits', () => {
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(read(ROOT, 'Dockerfile').split('USER node')[1]!) ?? []
    expect(containers[1]!.args).toEqual([...(JSON.parse(command) as string[]), 'migrate'])
    expect(new Set(containers.map(({ image }) => image))).toEqual(new Set([images[0]!.name]))
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

  it('selects the pods of the Deployment everywhere', () => {
    const name = { 'app.kubernetes.io/name': 'partner-accounts' }
    const template = find<{ spec: { template: object } }>('Deployment').spec.template
    expect(template).toMatchObject({ metadata: { labels: name } })
    expect(find('Service')).toMatchObject({ spec: { selector: name } })
    expect(find('NetworkPolicy')).toMatchObject({ spec: { podSelector: { matchLabels: name } } })
    expect(find('PodDisruptionBudget')).toMatchObject({ spec: { selector: { matchLabels: name } } })
    expect(find('HorizontalPodAutoscaler')).toMatchObject({
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'partner-accounts' }, minReplicas: 2 },
    })
  })

  it('lets HTTPS of webhooks reach neither private addresses nor the metadata of the cloud', () => {
    interface Rule {
      ports: { port: number }[]
      to?: { ipBlock: { cidr: string; except: string[] } }[]
    }
    const { spec } = find<{ spec: { policyTypes: string[]; egress: Rule[] } }>('NetworkPolicy')
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
})
