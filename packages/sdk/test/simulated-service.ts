import { vi } from 'vitest'
import { CREATED, jwt, pageOf } from './scripted-api.ts'

/**
 * A fake service without network, for tests that take minutes of fake time. It limits a partner's requests by an exact
 * sliding window and reports the limit in the headers of every response.
 */
export class SimulatedService {
  readonly #admitted: number[] = []
  readonly limit: number
  readonly windowMs: number
  /** Maximum latency in each direction. */
  latencyMs = 40
  accounts = 0
  rejected = 0
  served = 0

  constructor({ limit = 60, windowMs = 60_000 } = {}) {
    this.limit = limit
    this.windowMs = windowMs
  }

  /** Counts a request of the client, or of another client of the same partner. Returns whether it is admitted. */
  admit(): boolean {
    const now = performance.now()
    while (this.#admitted[0] !== undefined && this.#admitted[0] <= now - this.windowMs) this.#admitted.shift()
    if (this.#admitted.length >= this.limit) return false
    this.#admitted.push(now)
    return true
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input)
    const pause = () => new Promise((resolve) => setTimeout(resolve, this.latencyMs * Math.random()))
    await pause()
    const response = url.pathname.endsWith('/tokens')
      ? Response.json({ token: jwt(1), _id: 'x' })
      : this.#respond(url, init)
    await pause()
    return response
  }

  #respond(url: URL, init: RequestInit | undefined): Response {
    const isAdmitted = this.admit()
    const now = performance.now()
    const nextFreeAt = (this.#admitted[0] ?? now) + this.windowMs
    const secondsUntilFree = Math.max(1, Math.ceil((nextFreeAt - now) / 1_000))
    const headers = {
      'ratelimit-policy': `"default";q=${this.limit};w=${this.windowMs / 1_000}`,
      ratelimit: `"default";r=${this.limit - this.#admitted.length};t=${secondsUntilFree}`,
      ...(!isAdmitted && { 'retry-after': String(secondsUntilFree) }),
    }
    if (!isAdmitted) {
      this.rejected += 1
      return Response.json(
        { _status: 'ERR', _code: 429, _error: { code: 429, message: 'Slow down.' } },
        { status: 429, headers },
      )
    }
    this.served += 1
    if (init?.method === 'POST') return Response.json(CREATED, { headers })
    const lastSegment = url.pathname.split('/').at(-1)
    if (lastSegment !== 'partner-accounts') return Response.json({ _id: lastSegment }, { headers })
    return Response.json(this.#pageOfAccounts(Number(url.searchParams.get('page') ?? 1)), { headers })
  }

  /** Returns a page of 100 accounts, newest first. */
  #pageOfAccounts(page: number): object {
    const newest = this.accounts - (page - 1) * 100
    const items = Array.from({ length: Math.min(100, newest) }, (_, index) => ({
      _id: String(newest - index).padStart(24, '0'),
    }))
    return pageOf(items, { page, total: this.accounts, isLast: newest <= 100 })
  }
}

/** Advances the fake clock until the work is complete. Returns the minutes of fake time until then. */
export async function completeInFakeMinutes(work: Promise<unknown>): Promise<number> {
  let isDone = false
  const finished = work.finally(() => {
    isDone = true
  })
  // A rejection is thrown by the await below. Until then, it must not be reported as unhandled.
  finished.catch(() => {})
  const startedAt = performance.now()
  while (!isDone) await vi.advanceTimersByTimeAsync(50)
  await finished
  return (performance.now() - startedAt) / 60_000
}
