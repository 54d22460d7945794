import type { Operation } from './routes.ts'

/** What can go wrong with a request, on the network or at the service. */
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
      /** The service processes the request, and its response is lost: an account is created, but nobody gets its secret. */
      kind: 'lost-response'
    }
  | {
      /** The service waits before it processes the request. Another creation with the same key gets 409 meanwhile. */
      kind: 'slow'
      /** How long the service waits, in milliseconds. */
      ms: number
    }
  | {
      /** The service rejects the request without processing it. */
      kind: 'error'
      /** HTTP status. */
      status: 409 | 429 | 500 | 503
      /** The value of `Retry-After`. Default: none. */
      retryAfterSeconds?: number
    }
  | {
      /** A proxy responds with HTML, and the service receives nothing. */
      kind: 'proxy'
      /** HTTP status. Default: 502. */
      status?: number
      /** The page. Default: a short one. */
      html?: string
    }

/** Which requests fail. */
export interface FailureScope {
  /** Default: any operation. */
  operation?: Operation
  /** How many requests fail. Default: 1. `Infinity` for all until `stopFailing` or `reset`. */
  times?: number
}

/** Planned failures, in the order in which they were planned. */
export class PlannedFailures {
  #planned: { failure: Failure; operation: Operation | undefined; left: number }[] = []

  add(failure: Failure, { operation, times = 1 }: FailureScope = {}): void {
    this.#planned.push({ failure, operation, left: times })
  }

  /** Returns the failure of a request, if one is planned. */
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
