import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { endProcess } from './end-process.ts'
import type { EtcdCertificates } from './etcd-server.ts'
import { assignments, withValues } from './environment-file.ts'
import { freePort } from './free-port.ts'
import { killWithChildren } from './process-tree.ts'
import { postgresUser } from './system-user.ts'

const POLL_INTERVAL_MS = 100
const RESPONSE_TIMEOUT_MS = 2_000

export const hasPatroni = (): boolean => spawnSync('patroni', ['--version']).status === 0

export interface PatroniOptions {
  name: string
  /** Copied. Only the watchdog's device is replaced. */
  configurationFile: string
  /** Names, addresses and passwords are replaced. */
  environmentFile: string
  programs: string
  folder: string
  etcd: string
  certificates: EtcdCertificates
  password: string
  detached?: boolean
}

export class PatroniNode {
  readonly #options: PatroniOptions
  readonly #assignments: string[]
  #patroni: ChildProcess | undefined
  #watchdog: ChildProcess | undefined
  readonly name: string
  /** `host:port` of PostgreSQL. */
  readonly address: string
  readonly patroniPort: number

  private constructor(name: string, address: string, patroniPort: number, options: PatroniOptions) {
    this.name = name
    this.address = address
    this.patroniPort = patroniPort

    this.#options = options
    const patroni = `127.0.0.1:${patroniPort}`
    const settings = withValues(readFileSync(options.environmentFile, 'utf8'), {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: options.etcd,
      PATRONI_ETCD3_CACERT: options.certificates.ca,
      PATRONI_ETCD3_CERT: options.certificates.certificate,
      PATRONI_ETCD3_KEY: options.certificates.key,
      PATRONI_RESTAPI_LISTEN: patroni,
      PATRONI_RESTAPI_CONNECT_ADDRESS: patroni,
      PATRONI_RESTAPI_PASSWORD: options.password,
      PATRONI_POSTGRESQL_LISTEN: address,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
      PATRONI_POSTGRESQL_DATA_DIR: this.#dataDirectory,
      PATRONI_POSTGRESQL_BIN_DIR: options.programs,
      PATRONI_POSTGRESQL_PGPASS: path.join(options.folder, 'pgpass'),
      PATRONI_SUPERUSER_PASSWORD: options.password,
      PATRONI_REPLICATION_PASSWORD: options.password,
    })
    // Python requires a locale.
    this.#assignments = assignments({ LC_ALL: 'C.UTF-8', ...settings })
  }

  static async create(options: PatroniOptions): Promise<PatroniNode> {
    return new PatroniNode(options.name, `127.0.0.1:${await freePort()}`, await freePort(), options)
  }

  start(): void {
    const { folder, configurationFile, detached = false } = this.#options
    mkdirSync(folder, { recursive: true })
    const user = postgresUser()
    if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
    this.startWatchdog()
    const device = `driver: testing\n  device: ${this.#watchdogDevice}`
    const configuration = readFileSync(configurationFile, 'utf8').replace('device: /dev/watchdog', device)
    writeFileSync(this.#configurationCopy, configuration)
    const log = openSync(this.#log, 'a')
    this.#patroni = spawn('env', [...this.#assignments, 'patroni', this.#configurationCopy], {
      ...user,
      detached,
      cwd: folder,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
  }

  isPrimary = (): Promise<boolean> => this.#responds('primary')

  /** Returns whether the node would be promoted if the primary failed. */
  isSynchronousStandby = (): Promise<boolean> => this.#responds('sync')

  /** Runs `patronictl`. */
  async control(...parameters: string[]): Promise<void> {
    const command = [...this.#assignments, 'patronictl', '-c', this.#configurationCopy]
    await promisify(execFile)('env', [...command, ...parameters])
  }

  /**
   * Emulates the machine's watchdog with a named pipe, through Patroni's driver `testing`. A missing keepalive kills
   * the node.
   */
  startWatchdog(): void {
    this.removeWatchdog()
    execFileSync('mkfifo', ['--mode=666', this.#watchdogDevice])
    // The pipe is also opened for writing, so `cat` keeps running when Patroni closes the device.
    this.#watchdog = spawn('sh', ['-c', 'exec cat <>"$0"', this.#watchdogDevice], {
      detached: this.#options.detached ?? false,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let timeoutSeconds = 60
    let timer: NodeJS.Timeout | undefined
    this.#watchdog.once('exit', () => clearTimeout(timer))
    this.#watchdog.stdout!.on('data', (written: Buffer) => {
      const text = written.toString()
      const newTimeout = /timeout=(\d+)/.exec(text)?.[1]
      if (newTimeout !== undefined) timeoutSeconds = Number(newTimeout)
      clearTimeout(timer)
      // Patroni disarms the watchdog with a `V` before it closes the device, as with the kernel's watchdog.
      if (!text.endsWith('V')) timer = setTimeout(() => void this.kill(), timeoutSeconds * 1_000)
    })
  }

  removeWatchdog(): void {
    this.#watchdog?.kill('SIGKILL')
    rmSync(this.#watchdogDevice, { force: true })
  }

  get isRunning(): boolean {
    return this.#patroni?.exitCode === null && this.#patroni.signalCode === null
  }

  pausePatroni = (): void => void this.#patroni?.kill('SIGSTOP')

  /** Kills Patroni and PostgreSQL, like a failure of their machine. */
  async kill(): Promise<void> {
    this.#watchdog?.kill('SIGKILL')
    if (this.#patroni) await endProcess(this.#patroni)
    const pid = this.#postgresPid()
    if (pid !== undefined) await killWithChildren(pid)
  }

  async #responds(check: string): Promise<boolean> {
    if (typeof this.#patroni?.exitCode === 'number')
      throw new Error(`Patroni ended: ${readFileSync(this.#log, 'utf8')}`)
    try {
      const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
      return (await fetch(`http://127.0.0.1:${this.patroniPort}/${check}`, { signal })).ok
    } catch {
      return false
    }
  }

  /** Returns the process id of a running PostgreSQL. After a crash, `postmaster.pid` may contain another process's id. */
  #postgresPid(): number | undefined {
    try {
      const [pid] = readFileSync(path.join(this.#dataDirectory, 'postmaster.pid'), 'utf8').split('\n')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.#dataDirectory) ? Number(pid) : undefined
    } catch {
      return undefined
    }
  }

  get #configurationCopy(): string {
    return path.join(this.#options.folder, 'patroni.yml')
  }

  get #watchdogDevice(): string {
    return path.join(this.#options.folder, 'watchdog')
  }

  get #log(): string {
    return path.join(this.#options.folder, 'patroni.log')
  }

  get #dataDirectory(): string {
    return path.join(this.#options.folder, 'data')
  }
}

/** Waits until one of the nodes is a synchronous standby. */
export async function untilSynchronous(nodes: readonly PatroniNode[]): Promise<void> {
  for (;;) {
    const standbys = await Promise.all(nodes.map((node) => node.isSynchronousStandby()))
    if (standbys.includes(true)) return
    await wait(POLL_INTERVAL_MS)
  }
}
