import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { endProcess } from './end-process.ts'
import { assignments, withValues } from './environment-file.ts'
import { freePort } from './free-port.ts'
import { waitForOutput } from './wait-for-output.ts'

export const hasEtcd = (): boolean => spawnSync('etcd', ['--version']).status === 0

export interface EtcdCertificates {
  ca: string
  certificate: string
  key: string
}

export interface EtcdServer {
  /** `host:port` for clients. */
  address: string
  stop(): Promise<void>
}

/**
 * @param environmentFile a deployment's settings; names and addresses are replaced
 * @param certificates created by `new-certificates.sh` for 127.0.0.1
 */
export async function startEtcd(
  environmentFile: string,
  folder: string,
  certificates: EtcdCertificates,
  detached = false,
): Promise<EtcdServer> {
  const address = `127.0.0.1:${await freePort()}`
  const clients = `https://${address}`
  const peers = `https://127.0.0.1:${await freePort()}`
  const settings = withValues(readFileSync(environmentFile, 'utf8'), {
    ETCD_DATA_DIR: path.join(folder, 'etcd'),
    ETCD_LISTEN_CLIENT_URLS: clients,
    ETCD_ADVERTISE_CLIENT_URLS: clients,
    ETCD_LISTEN_PEER_URLS: peers,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peers,
    ETCD_INITIAL_CLUSTER: `node-1=${peers}`,
    ETCD_TRUSTED_CA_FILE: certificates.ca,
    ETCD_CERT_FILE: certificates.certificate,
    ETCD_KEY_FILE: certificates.key,
    ETCD_PEER_TRUSTED_CA_FILE: certificates.ca,
    ETCD_PEER_CERT_FILE: certificates.certificate,
    ETCD_PEER_KEY_FILE: certificates.key,
  })
  const server = spawn('env', [...assignments(settings), 'etcd'], { detached, stdio: ['ignore', 'ignore', 'pipe'] })
  await waitForOutput(server, server.stderr, /ready to serve client requests/)
  return {
    address,
    stop: () => endProcess(server),
  }
}
