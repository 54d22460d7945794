import type { Dependencies, OperatorSession, PortalUserAccess, TokenSubject } from '@partner-accounts/core'
import type { Locale } from '@partner-accounts/rules'

export type Caller =
  | { kind: 'anonymous' }
  /** `expectedMode` is the header `X-Mode`. */
  | {
      kind: 'portal-user'
      access: PortalUserAccess
      sessionId?: string | undefined
      expectedMode?: string | undefined
      openedBy?: TokenSubject | undefined
    }
  /** Native router only. */
  | { kind: 'operator'; session: OperatorSession }
  /** The name is that of the key. Without a scope, the key may call everything. Native router only. */
  | { kind: 'internal'; name: string; scope?: KeyScope | undefined }

/** Full names of procedures, such as `accounts.reportUsage`. */
export type KeyScope = 'read' | 'operate' | readonly string[]

export type CallOutcome = { ok: true } | { ok: false; error: Error }

export type WatchCall = <T extends CallOutcome>(procedure: string, call: () => Promise<T>) => Promise<T>

export interface Services extends Dependencies {
  watchCall?: WatchCall | undefined
  onSignIn?: (outcome: CallOutcome) => void
  consoleUrl: string
  /** Where operators sign in with OpenID; `undefined` without a provider. */
  consoleProviderUrl?: string | undefined
  /** Returns where operators sign out of the provider; `undefined` if it is down or has no such page. */
  findProviderSignOut?: ((idToken: string | undefined) => Promise<string | undefined>) | undefined
}

export interface BrowserSession<Subject> {
  /** Shortened. */
  userAgent: string
  start(subject: Subject): Promise<void>
  /** Replaces the subject of the current session, which expires when it would have. */
  replace(subject: Subject): Promise<void>
  end(): void
}

export interface ApiContext {
  services: Services
  caller: Caller
  locale: Locale
  requestId: string
  origin: string
  idempotencyKey: string | undefined
  /** `X-Secret`. Not an input, because inputs of queries are part of the URL, which proxies log. */
  accountSecret: string | undefined
  /** Limits a call of a batch to the time that remains for the request. */
  limitTime?: (<T>(call: Promise<T>) => Promise<T>) | undefined
  /** Requests of the portal's pages only. */
  browserSession?: BrowserSession<TokenSubject> | undefined
  /** Requests of the console's pages only. The subject is a session id. */
  consoleSession?: BrowserSession<string> | undefined
  /** Called when a sign-in identifies an anonymous request's partner. */
  onUserIdentified?: ((user: Pick<TokenSubject, 'partnerId' | 'userId'>) => void) | undefined
  onReplay?: (() => void) | undefined
}
