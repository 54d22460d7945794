import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type EtcdCertificates,
  PatroniNode,
  startEtcd,
  startHaproxy,
  untilSynchronous,
} from '@partner-accounts/local-servers'

const fileOf = (name: string) => fileURLToPath(new URL(`../../../deploy/ha/${name}`, import.meta.url))

const NAME = 'partner_accounts'

/** Two PostgreSQL servers managed by Patroni and etcd, behind HAProxy. */
export interface FailOverDatabase {
  url: string
  /** Lists both servers. Clients connect to the primary. */
  urlOfAllNodes: string
  nodes: readonly PatroniNode[]
  etcd: { address: string; certificates: EtcdCertificates }
  urlOf(node: PatroniNode): string
  /** `undefined` during a fail-over. */
  findPrimary(): Promise<PatroniNode | undefined>
  stop(): Promise<void>
}

/** Starts the servers. Resolves when the standby is synchronous. */
export async function startFailOverDatabase(
  programs: { postgres: string; haproxy: string },
  folder: string,
  detached: boolean,
): Promise<FailOverDatabase> {
  const password = randomBytes(16).toString('hex')
  const cleanups: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
  }
  // PostgreSQL's user must be able to enter the subfolders.
  mkdirSync(folder, { mode: 0o711 })
  try {
    const certificates = newCertificates(path.join(folder, 'certificates'))
    const etcd = await startEtcd(fileOf('etcd.env'), folder, certificates, detached)
    cleanups.push(() => etcd.stop())
    const nodes = await Promise.all(
      ['node-1', 'node-2'].map((name) =>
        PatroniNode.create({
          name,
          configurationFile: fileOf('patroni.yml'),
          environmentFile: fileOf('patroni_env.conf'),
          programs: programs.postgres,
          folder: path.join(folder, name),
          etcd: etcd.address,
          certificates,
          password,
          detached,
        }),
      ),
    )
    for (const node of nodes) {
      cleanups.push(() => node.kill())
      node.start()
    }
    await untilSynchronous(nodes)
    const haproxy = await startHaproxy(programs.haproxy, fileOf('haproxy.cfg'), nodes, detached)
    cleanups.push(() => haproxy.stop())
    const urlAt = (hosts: string, role = NAME) => `postgresql://${role}:${password}@${hosts}/${NAME}`
    const findPrimary = async () => {
      const roles = await Promise.all(nodes.map(async (node) => ({ node, isPrimary: await node.isPrimary() })))
      return roles.find(({ isPrimary }) => isPrimary)?.node
    }
    const primary = (await findPrimary())!
    createDatabase(programs.postgres, urlAt(primary.address, 'postgres'), password)
    return {
      url: urlAt(`127.0.0.1:${haproxy.port}`),
      urlOfAllNodes: `${urlAt(nodes.map(({ address }) => address).join(','))}?target_session_attrs=read-write`,
      nodes,
      etcd: { address: etcd.address, certificates },
      urlOf: ({ address }) => urlAt(address),
      findPrimary,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function newCertificates(folder: string): EtcdCertificates {
  execFileSync('sh', [fileOf('new-certificates.sh'), folder, '127.0.0.1'], { stdio: 'pipe' })
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres:', folder])
  const file = (name: string) => path.join(folder, name)
  return { ca: file('ca.pem'), certificate: file('127.0.0.1.pem'), key: file('127.0.0.1.key') }
}

function createDatabase(programs: string, superuserUrl: string, password: string): void {
  const url = new URL(superuserUrl)
  url.pathname = '/postgres'
  const statements = [`CREATE ROLE ${NAME} LOGIN PASSWORD '${password}'`, `CREATE DATABASE ${NAME} OWNER ${NAME}`]
  execFileSync(`${programs}/psql`, ['-d', url.href, ...statements.flatMap((text) => ['-c', text])], { stdio: 'pipe' })
}
