import type { Operation } from './routes.ts'

export type Failure =
  | {
      /** No connection is established. In Node, msw prints a message on the console. */
      kind: 'connection-refused'
    }
  | {
      /** The connection breaks before the service processes the request. */
      kind: 'connection-broken'
    }
  | {
      /**
       * The service processes the request, but its response is lost: an account is created, and nobody gets its
       * secret.
       */
      kind: 'lost-response'
    }
  | {
      /** The service waits before it processes the request. Meanwhile, a creation with the same key gets 409. */
      kind: 'slow'
      ms: number
    }
  | {
      /** The service rejects the request without processing it. */
      kind: 'error'
      status: 409 | 429 | 500 | 503
      /** Default: as the service sends it: 1 with 409 and 429, 5 with 503, none with 500. */
      retryAfterSeconds?: number
    }
  | {
      /** A proxy responds with HTML, and the service receives nothing. */
      kind: 'proxy'
      /** Default: 502. */
      status?: number
      /** Default: a short page. */
      html?: string
    }

export interface FailureScope {
  /** Default: any operation. */
  operation?: Operation
  /** How many requests fail. Default: 1. `Infinity` for all until `stopFailing` or `reset`. */
  times?: number
}

export class PlannedFailures {
  #planned: { failure: Failure; operation: Operation | undefined; left: number }[] = []

  add(failure: Failure, { operation, times = 1 }: FailureScope = {}): void {
    this.#planned.push({ failure, operation, left: times })
  }

  /** Returns the oldest failure that is planned for the operation, and counts it. */
  take(operation: Operation | undefined): Failure | undefined {
    const found = this.#planned.find((planned) => planned.operation === undefined || planned.operation === operation)
    if (!found) return undefined
    found.left -= 1
    if (found.left <= 0) this.#planned = this.#planned.filter((planned) => planned !== found)
    return found.failure
  }

  clear(): void {
    this.#planned = []
  }
}
