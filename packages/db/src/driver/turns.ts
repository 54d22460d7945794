import { DomainError } from '@partner-accounts/core'

/** Work of one name: how much is under way, and who waits, in order. */
interface Line {
  underWay: number
  waiting: Set<() => void>
}

const late = () => new DomainError('storage-unavailable', { cause: new Error('no turn came in time') })

/** @throws DomainError `storage-unavailable` once that moment (of `performance.now`) is over */
export function checkInTime(startBy: number): void {
  if (performance.now() > startBy) throw late()
}

/** Lets a few pieces of work of the same name go on at a time; the others wait for their turn, in order and not for ever. */
export class Turns {
  readonly #atOnce: number
  readonly #withinMs: number
  readonly #lines = new Map<string, Line>()

  /** @param withinMs how long is waited for a turn */
  constructor(atOnce: number, withinMs: number) {
    this.#atOnce = atOnce
    this.#withinMs = withinMs
  }

  /** How many names there is work of. */
  get names(): number {
    return this.#lines.size
  }

  /**
   * @param work told by when it has to have begun: whatever else it waits for counts like the wait for its turn
   * @throws DomainError `storage-unavailable` when its turn does not come in time
   */
  async take<T>(name: string, work: (startBy: number) => Promise<T>): Promise<T> {
    const startBy = performance.now() + this.#withinMs
    const line = this.#lines.get(name) ?? { underWay: 0, waiting: new Set() }
    this.#lines.set(name, line)
    if (line.underWay < this.#atOnce) line.underWay += 1
    else await this.#turnIn(line)
    try {
      return await work(startBy)
    } finally {
      this.#handOn(name, line)
    }
  }

  #turnIn({ waiting }: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(bound)
        resolve()
      }
      const bound = setTimeout(() => {
        waiting.delete(go)
        reject(late())
      }, this.#withinMs)
      waiting.add(go)
    })
  }

  /** Whoever waits takes the place of who has ended; a name that nobody wants any more is forgotten. */
  #handOn(name: string, line: Line): void {
    const [next] = line.waiting
    if (next) {
      line.waiting.delete(next)
      next()
      return
    }
    line.underWay -= 1
    if (line.underWay === 0) this.#lines.delete(name)
  }
}
