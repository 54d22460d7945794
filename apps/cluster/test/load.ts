import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { createAccount, list, type PortalUser, signIn, signInOnce } from './partner.ts'

/** Short enough that requests are in flight at any time. */
const PAUSE_MS = 10

/** Clients of a partner that sign in, list and create without retries until `finish` is called. */
export class Load {
  /** The status of every response, or `broken` if the connection failed. */
  readonly outcomes: { what: string; outcome: number | 'broken' }[] = []
  readonly #created: string[] = []
  readonly #workers: Promise<void>[]
  #isStopping = false
  readonly origin: string
  readonly user: PortalUser
  readonly token: string

  constructor(origin: string, user: PortalUser, token: string) {
    this.origin = origin
    this.user = user
    this.token = token

    this.#workers = [
      this.#repeat('list', () => list(origin, token)),
      this.#repeat('list', () => list(origin, token)),
      this.#repeat('create', () => this.#create()),
      this.#repeat('create', () => this.#create()),
      // `signInOnce` returns no status, so 0 stands for any error.
      this.#repeat('sign in', async () => ({ status: (await signInOnce(origin, user)) === undefined ? 0 : 200 })),
    ]
  }

  static async begin(origin: string, user: PortalUser): Promise<Load> {
    return new Load(origin, user, await signIn(origin, user))
  }

  /** Sends no more requests. Resolves when those in flight have completed. */
  async finish(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#workers)
  }

  /** Verifies that every request returned 200 at the first attempt and that each created account exists once. */
  async expectServed(): Promise<void> {
    expect(this.outcomes.filter(({ outcome }) => outcome !== 200)).toEqual([])
    for (const kind of ['list', 'create', 'sign in']) {
      expect(this.outcomes.filter(({ what }) => what === kind).length).toBeGreaterThan(3)
    }
    const { _meta } = (await (await list(this.origin, this.token)).json()) as { _meta: { total: number } }
    expect(_meta.total).toBe(new Set(this.#created).size)
    expect(_meta.total).toBe(this.#created.length)
  }

  async #create(): Promise<{ status: number }> {
    const response = await createAccount(this.origin, this.token, randomUUID())
    const { _id } = (await response.json()) as { _id?: string }
    if (_id !== undefined) this.#created.push(_id)
    return response
  }

  async #repeat(what: string, send: () => Promise<{ status: number }>): Promise<void> {
    while (!this.#isStopping) {
      const outcome = await send().then(
        ({ status }) => status,
        () => 'broken' as const,
      )
      this.outcomes.push({ what, outcome })
      await wait(PAUSE_MS)
    }
  }
}
