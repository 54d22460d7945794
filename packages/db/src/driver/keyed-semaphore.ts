import { DomainError } from '@partner-accounts/core'
import { codedError } from './coded-error.ts'

interface Queue {
  running: number
  waiting: Set<() => void>
}

/** Limits each key's concurrent work. Further callers wait in order, up to a timeout. */
export class KeyedSemaphore {
  readonly #limit: number
  readonly #timeoutMs: number
  readonly #queues = new Map<string, Queue>()

  constructor(limit: number, timeoutMs: number) {
    this.#limit = limit
    this.#timeoutMs = timeoutMs
  }

  get size(): number {
    return this.#queues.size
  }

  /**
   * Takes a slot and returns the function that releases it.
   * @throws `storage-unavailable` if no slot becomes free in time
   */
  async acquire(key: string): Promise<() => void> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: new Set() }
    this.#queues.set(key, queue)
    if (queue.running < this.#limit) queue.running += 1
    else await this.#waitForSlot(queue)
    return () => this.#release(key, queue)
  }

  /**
   * Runs work in a slot.
   * @throws `storage-unavailable` if no slot becomes free in time
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key)
    try {
      return await work()
    } finally {
      release()
    }
  }

  #waitForSlot({ waiting }: Queue): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timeout)
        resolve()
      }
      const timeout = setTimeout(() => {
        waiting.delete(start)
        reject(
          new DomainError('storage-unavailable', { cause: codedError('POOL_TIMEOUT', 'no slot became free in time') }),
        )
      }, this.#timeoutMs)
      waiting.add(start)
    })
  }

  #release(key: string, queue: Queue): void {
    const [next] = queue.waiting
    if (next) {
      queue.waiting.delete(next)
      next()
      return
    }
    queue.running -= 1
    if (queue.running === 0) this.#queues.delete(key)
  }
}
