import type { Operation } from './routes.ts'

/** What can happen to a request on its way, or at the service. */
export type Failure =
  /** The service is not there: no connection comes about. Under Node, msw notes it on the console. */
  | { kind: 'connection-refused' }
  /** The connection breaks before the service has acted. */
  | { kind: 'connection-broken' }
  /** The service acts, and its answer is lost. A creation has created, and its secret has been seen by nobody. */
  | { kind: 'lost-answer' }
  /** The service takes so long before it acts. A second creation with the same idempotency key gets 409 meanwhile. */
  | { kind: 'slow'; ms: number }
  /** The service refuses, and does not act. */
  | { kind: 'error'; status: 409 | 429 | 500 | 503; retryAfterSeconds?: number }
  /** Something on the way answers in HTML; the service sees nothing. 502 unless given. */
  | { kind: 'proxy'; status?: number; html?: string }

/** Which requests fail. */
export interface FailureScope {
  /** Any operation unless given. */
  operation?: Operation
  /** How many of them; 1 unless given, `Infinity` until `stopFailing` or `reset`. */
  times?: number
}

/** Failures that are to come, in the order in which they were asked for. */
export class PlannedFailures {
  #planned: { failure: Failure; operation: Operation | undefined; left: number }[] = []

  add(failure: Failure, { operation, times = 1 }: FailureScope = {}): void {
    this.#planned.push({ failure, operation, left: times })
  }

  /** The one for this request, if there is any. */
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
