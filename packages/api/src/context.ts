import type { Dependencies, OperatorSession, PortalUserAccess, TokenSubject } from '@partner-accounts/core'
import type { Locale } from '@partner-accounts/rules'

/** The caller: anonymous, a portal user with its current permissions, an operator, or an internal application. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'portal-user'; access: PortalUserAccess; sessionId?: string | undefined }
  /** An operator who is signed in to the console. Native router only. */
  | { kind: 'operator'; session: OperatorSession }
  /** An internal application, by the name of its key. Native router only. Without a scope it may call everything. */
  | { kind: 'internal'; name: string; scope?: KeyScope | undefined }

/** What an internal key is for: reading, everything, or the named procedures, such as `accounts.reportUsage`. */
export type KeyScope = 'read' | 'operate' | readonly string[]

/** The outcome of a procedure call. tRPC returns the errors that a procedure throws. */
export type CallOutcome = { ok: true } | { ok: false; error: Error }

/** Runs a procedure call, and may measure its duration and observe its outcome. */
export type WatchCall = <T extends CallOutcome>(procedure: string, call: () => Promise<T>) => Promise<T>

/** The dependencies of all procedures: those of the use cases, and the observer of calls. */
export interface Services extends Dependencies {
  watchCall?: WatchCall
  /** The URL of the operators' pages. */
  consoleUrl: string
  /** Where a sign-in with the operators' OpenID provider begins; `undefined` without a provider. */
  consoleProviderUrl?: string | undefined
}

/** The session cookie of the browser that sent a request. */
export interface BrowserSession<Subject> {
  /** Signs the subject in. */
  start(subject: Subject): Promise<void>
  /** Signs out. */
  end(): void
}

/** The data of a request that procedures receive. */
export interface ApiContext {
  services: Services
  caller: Caller
  locale: Locale
  requestId: string
  /** The client's network. */
  origin: string
  /** The header `Idempotency-Key`. */
  idempotencyKey: string | undefined
  /** The header `X-Secret`. Not an input, because inputs of queries are part of the URL, which proxies log. */
  accountSecret: string | undefined
  /** Limits the time of a call to what remains for the request. */
  limitTime?: (<T>(call: Promise<T>) => Promise<T>) | undefined
  /** Native requests of the portal's pages only. */
  browserSession?: BrowserSession<TokenSubject> | undefined
  /** Native requests of the operators' pages only. Its subject is the id of a session. */
  consoleSession?: BrowserSession<string> | undefined
  /** Called when a sign-in identifies the partner of an anonymous request. */
  onPartnerIdentified?: ((partnerId: string) => void) | undefined
  /** Called when the result of a creation is a replay. */
  onReplay?: (() => void) | undefined
}
