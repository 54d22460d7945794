import type { Dependencies, PortalUserAccess } from '@partner-accounts/core'
import type { Locale } from '@partner-accounts/rules'

/** Who calls: nobody known, a portal user with its current rights, or an internal application. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'portal-user'; access: PortalUserAccess }
  /** An internal application, by the name of its key. Native router only. */
  | { kind: 'internal'; name: string }

/** What came of a call of a procedure: tRPC hands on what was thrown, and throws nothing. */
export type CallOutcome = { ok: true } | { ok: false; error: Error }

/** Makes a call of a procedure, and may look at how long it takes and what comes of it. */
export type WatchCall = <T extends CallOutcome>(procedure: string, call: () => Promise<T>) => Promise<T>

/** What the procedures work with: the dependencies of the use cases, and what observes calls. */
export interface Services extends Dependencies {
  watchCall?: WatchCall
}

/** What every procedure is told of its request. */
export interface ApiContext {
  services: Services
  caller: Caller
  locale: Locale
  requestId: string
  /** The network that the request comes from. */
  origin: string
  /** The header `Idempotency-Key`. */
  idempotencyKey: string | undefined
  /** The header `X-Secret`. Never an input: inputs of queries stand in URLs, and URLs in logs. */
  accountSecret: string | undefined
}
