import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { type PatroniNode, untilSynchronous } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Cluster } from '../src/cluster.ts'
import type { FailOverDatabase } from '../src/fail-over-database.ts'
import { describeCluster } from './describe-cluster.ts'
import { addPortalUser, createAccount, signIn } from './partner.ts'

const PAUSE_MS = 20
/** Several times the duration of a fail-over, for a machine that is busy with other tests. */
const RECOVERY_TIMEOUT_MS = 120_000
const RECOVERY = { timeout: RECOVERY_TIMEOUT_MS, interval: 500 }

/** Creates accounts continuously at an instance, without retries, and remembers those that were acknowledged. */
class Creations {
  readonly acknowledged: { id: string; at: number }[] = []
  readonly #worker: Promise<void>
  #isStopping = false

  constructor(origin: string, token: string) {
    this.#worker = this.#run(origin, token)
  }

  /** Resolves when a creation is acknowledged after a time. */
  async untilNext(since: number): Promise<void> {
    while (!this.acknowledged.some(({ at }) => at > since)) {
      if (performance.now() > since + RECOVERY_TIMEOUT_MS) throw new Error('no creation was acknowledged')
      await wait(PAUSE_MS)
    }
  }

  /** Returns the longest time, in milliseconds, without an acknowledgement since a time. */
  longestPause(since: number): number {
    const times = this.acknowledged.map(({ at }) => at).filter((at) => at > since)
    return Math.max(...times.map((at, index) => at - (times[index - 1] ?? since)))
  }

  async finish(): Promise<void> {
    this.#isStopping = true
    await this.#worker
  }

  async #run(origin: string, token: string): Promise<void> {
    while (!this.#isStopping) {
      try {
        const response = await createAccount(origin, token, randomUUID())
        const { _id: id } = (await response.json()) as { _id?: string }
        if (id !== undefined) this.acknowledged.push({ id, at: performance.now() })
      } catch {
        // The connection broke, so the creation was not acknowledged.
      }
      await wait(PAUSE_MS)
    }
  }
}

describeCluster(
  'a database with a synchronous standby, Patroni and HAProxy',
  (programs) => {
    let cluster: Cluster
    let database: FailOverDatabase
    let token: string
    beforeAll(async () => {
      cluster = await Cluster.start(programs, { ha: true, environment: { RATE_LIMIT_REQUESTS: '1000000' } })
      database = cluster.failOver!
      // The first instance connects through HAProxy, the second one by the list of hosts.
      await cluster.instances[1]!.restart({ environment: { DATABASE_URL: database.urlOfAllNodes } })
      const user = await addPortalUser(cluster)
      token = await signIn(cluster.origin, user)
    }, 400_000)
    afterAll(() => cluster?.stop())

    /** Creates accounts at both instances while `work` runs. Then verifies that every acknowledged account is stored. */
    async function whileCreating(work: (creations: Creations[]) => Promise<void>): Promise<void> {
      await untilSynchronous(database.nodes)
      const creations = cluster.instances.map(({ origin }) => new Creations(origin, token))
      try {
        await Promise.all(creations.map((each) => each.untilNext(performance.now())))
        await work(creations)
      } finally {
        await Promise.all(creations.map((each) => each.finish()))
      }
      const stored = new Set((await query(await waitForPrimary(), 'SELECT id FROM accounts')).split('\n'))
      const acknowledged = creations.flatMap((each) => each.acknowledged.map(({ id }) => id))
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    }

    const waitForPrimary = () => vi.waitUntil(() => database.findPrimary(), RECOVERY)
    const untilPrimary = (node: PatroniNode) =>
      expect.poll(async () => (await database.findPrimary())?.name, RECOVERY).toBe(node.name)
    const otherThan = (node: PatroniNode) => database.nodes.find((each) => each !== node)!

    /** Runs a statement on one server, past HAProxy. Rejects with its error message. */
    async function query(node: PatroniNode, statement: string): Promise<string> {
      const psql = spawn(`${programs.postgres}/psql`, ['-d', database.urlOf(node), '-At', '-c', statement])
      let output = ''
      let errors = ''
      psql.stdout.on('data', (text: Buffer) => {
        output += text.toString()
      })
      psql.stderr.on('data', (text: Buffer) => {
        errors += text.toString()
      })
      const [status] = (await once(psql, 'close')) as [number | null]
      if (status !== 0) throw new Error(errors)
      return output.trim()
    }

    const expectReadOnly = async (node: PatroniNode) => {
      await untilSynchronous(database.nodes)
      // Tries again, because PostgreSQL may still be starting.
      const outcome = () => query(node, 'CREATE TABLE written ()').catch((error: Error) => error.message)
      await expect.poll(outcome, RECOVERY).toContain('read-only transaction')
    }

    /** Runs `cause`, waits until both instances create accounts on the new primary, and prints the pauses until then. */
    async function failOver(to: PatroniNode, creations: Creations[], cause: () => Promise<void>): Promise<void> {
      // A slow disk may have disconnected the standby in the meantime, and Patroni would not promote it.
      await untilSynchronous(database.nodes)
      const begun = performance.now()
      await cause()
      await untilPrimary(to)
      const promoted = performance.now()
      await Promise.all(creations.map((each) => each.untilNext(promoted)))
      const [throughHaproxy, byListOfHosts] = creations.map((each) => (each.longestPause(begun) / 1_000).toFixed(1))
      console.info(
        `no creations for ${throughHaproxy} s through HAProxy, and for ${byListOfHosts} s by the list of hosts`,
      )
    }

    it('a switch-over loses no acknowledged creation, both instances create again, and the former primary rejects writes', async () => {
      await whileCreating(async (creations) => {
        const former = await waitForPrimary()
        const candidate = otherThan(former)
        const parameters = ['--master', former.name, '--candidate', candidate.name, '--scheduled', 'now', '--force']
        const switchOver = async () => {
          if ((await database.findPrimary()) !== candidate) await former.control('switchover', ...parameters)
        }
        await failOver(candidate, creations, () => vi.waitFor(switchOver, RECOVERY))
        await expectReadOnly(former)
      })
    })

    it('a crash of the primary loses no acknowledged creation, both instances create again, and the server returns as a standby', async () => {
      await whileCreating(async (creations) => {
        const crashed = await waitForPrimary()
        await failOver(otherThan(crashed), creations, () => crashed.kill())
        crashed.start()
        await expectReadOnly(crashed)
      })
    })

    it('a machine whose Patroni hangs is restarted by its watchdog before the standby is promoted, and returns as a standby', async () => {
      await whileCreating(async ([throughHaproxy]) => {
        const frozen = await waitForPrimary()
        const promoted = otherThan(frozen)
        await untilSynchronous(database.nodes)
        frozen.pausePatroni()
        await expect.poll(() => frozen.isRunning, { timeout: RECOVERY_TIMEOUT_MS }).toBe(false)
        expect(await promoted.isPrimary()).toBe(false)
        await untilPrimary(promoted)
        await throughHaproxy!.untilNext(performance.now())
        frozen.start()
        await expectReadOnly(frozen)
        expect((await waitForPrimary()).name).toBe(promoted.name)
      })
    })

    it('a node without a watchdog is not promoted', async () => {
      const primary = await waitForPrimary()
      const candidate = otherThan(primary)
      candidate.removeWatchdog()
      const parameters = ['--master', primary.name, '--candidate', candidate.name, '--scheduled', 'now', '--force']
      const readStatus = () =>
        fetch(`http://127.0.0.1:${candidate.patroniPort}/patroni`).then((response) => response.json())
      await expect.poll(readStatus).toMatchObject({ watchdog_failed: true })
      // Patroni rejects the switch-over.
      await primary.control('switchover', ...parameters).catch(() => {})
      expect(await primary.isPrimary()).toBe(true)
      candidate.startWatchdog()
      await expect.poll(readStatus).not.toHaveProperty('watchdog_failed')
    })

    it('etcd rejects clients without a certificate', async () => {
      const { address, certificates } = database.etcd
      const ca = readFileSync(certificates.ca, 'utf8')
      const cert = readFileSync(certificates.certificate, 'utf8')
      const key = readFileSync(certificates.key, 'utf8')
      const statusOf = (options: object) =>
        new Promise((resolve, reject) => {
          get(`https://${address}/version`, { ca, ...options }, ({ statusCode }) => resolve(statusCode)).on(
            'error',
            reject,
          )
        })
      expect(await statusOf({ cert, key })).toBe(200)
      await expect(statusOf({})).rejects.toThrow(/certificate required|bad certificate|ECONNRESET/)
    })
  },
  { withFailOver: true },
)
