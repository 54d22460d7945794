import { DomainError } from '@partner-accounts/core'
import pLimit, { type LimitFunction } from 'p-limit'
import { siteOf } from './network-site.ts'

/** Maximum number of clients that wait for a slot. */
const MAX_WAITING_CLIENTS = 100
/** Maximum number of tasks that wait per client. Equals the maximum number of calls in a native batch. */
const MAX_WAITING_PER_CLIENT = 60

/**
 * Limits concurrent tasks. Each client runs one task at a time, so a client with many tasks delays others by one task only. A
 * client is an IPv4 address or an IPv6 site.
 */
export class FairQueue {
  readonly #limit: LimitFunction
  /** Queues with one slot, by client. */
  readonly #queues = new Map<string, LimitFunction>()

  /** @param concurrency maximum number of tasks that run at a time */
  constructor(concurrency: number) {
    this.#limit = pLimit(concurrency)
  }

  /** Number of tasks that wait. */
  get waiting(): number {
    let waiting = this.#limit.pendingCount
    for (const { pendingCount } of this.#queues.values()) waiting += pendingCount
    return waiting
  }

  /**
   * @param network the client's network
   * @throws `overloaded` if too many tasks wait
   */
  async run<T>(network: string, task: () => Promise<T>): Promise<T> {
    const client = siteOf(network) ?? network
    const queue = this.#queues.get(client) ?? pLimit(1)
    if (queue.pendingCount >= MAX_WAITING_PER_CLIENT) throw new DomainError('overloaded')
    this.#queues.set(client, queue)
    try {
      return await queue(() => this.#runLimited(task))
    } finally {
      if (queue.activeCount === 0 && queue.pendingCount === 0) this.#queues.delete(client)
    }
  }

  #runLimited<T>(task: () => Promise<T>): Promise<T> {
    if (this.#limit.pendingCount >= MAX_WAITING_CLIENTS) throw new DomainError('overloaded')
    return this.#limit(task)
  }
}
