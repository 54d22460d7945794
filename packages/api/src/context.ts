import type {
  AuthenticateInput,
  Dependencies,
  OperatorSession,
  PortalUserAccess,
  TokenSubject,
} from '@partner-accounts/core'
import type { Locale } from '@partner-accounts/rules'

export type Caller =
  | { kind: 'anonymous' }
  | {
      kind: 'portal-user'
      access: PortalUserAccess
      /** `undefined` for a token. */
      sessionId?: string | undefined
      /** The header `X-Mode`. */
      expectedMode?: string | undefined
      /** The live session that opened this session of test mode. */
      openedBy?: TokenSubject | undefined
    }
  /** An operator who called the native router. */
  | { kind: 'operator'; session: OperatorSession }
  /**
   * An internal application that called the native router. `name` is the name of its key. Without a scope, the key permits
   * every internal procedure.
   */
  | { kind: 'internal'; name: string; scope?: KeyScope | undefined }

/**
 * `read` permits the procedures of viewers, `operate` those of every role. A list contains names of internal procedures,
 * without the prefix `internal.`, such as `accounts.reportUsage`.
 */
export type KeyScope = 'read' | 'operate' | readonly string[]

export type CallOutcome = { ok: true } | { ok: false; error: Error }

export type WatchCall = <T extends CallOutcome>(procedure: string, call: () => Promise<T>) => Promise<T>

export interface Services extends Dependencies {
  watchCall?: WatchCall | undefined
  onSignIn?: (outcome: CallOutcome, client: Pick<ApiContext, 'requestId' | 'network'>) => void
  consoleUrl: string
  /** `undefined` without an OpenID provider. */
  consoleProviderUrl?: string | undefined
  /** Returns the URL of the provider's sign-out page, or `undefined` if the provider is down or has no such page. */
  findProviderSignOut?: ((idToken: string | undefined) => Promise<string | undefined>) | undefined
}

export interface BrowserSession<Subject> {
  /** The header `User-Agent`, shortened. */
  userAgent: string
  start(subject: Subject): Promise<void>
  /** Replaces the session of the page that sent the request. Keeps its start time, so its maximum lifetime does not grow. */
  replace(subject: Subject): Promise<void>
  end(): void
}

/**
 * A browser can have the session of a sign-in and a session of test mode. `start` writes the former and ends the latter.
 * `replace` writes the session of test mode if the subject has `openedBy`, otherwise the session of the sign-in. `end` ends
 * both.
 */
export interface PortalBrowserSession extends BrowserSession<TokenSubject> {
  findTestSession(): Promise<TokenSubject | undefined>
}

export interface ApiContext {
  services: Services
  caller: Caller
  locale: Locale
  requestId: string
  /** The client's address, or its network for IPv6. */
  network: string
  idempotencyKey: string | undefined
  /** The header `X-Mode` of a sign-in. */
  expectedMode?: string | undefined
  /** The header `X-Secret`. It is not an input, because inputs of queries are in the URL, which proxies log. */
  accountSecret: string | undefined
  /** Runs a call within the remaining time of its request. In a batch, it also limits the number of concurrent calls. */
  limitCall?: (<T extends CallOutcome>(call: () => Promise<T>) => Promise<T>) | undefined
  /**
   * Called before a large response.
   *
   * @throws RequestError `export-in-batch`, `too-many-exports`
   */
  beginExport?: ((partnerId: string) => void) | undefined
  /** Present if a page of the portal sent the request. */
  browserSession?: PortalBrowserSession | undefined
  /** Present if a page of the console sent the request. The subject is the id of the operator's session. */
  consoleSession?: BrowserSession<string> | undefined
  /** The `admit` of `AuthenticateInput`. Present if the call is a sign-in. */
  admitSignIn?: AuthenticateInput['admit']
  /** Called when a sign-in identifies the partner. */
  onUserIdentified?: ((user: Pick<TokenSubject, 'partnerId' | 'userId' | 'partnerMode'>) => void) | undefined
  /** Called when a creation returns the stored response of its idempotency key. */
  onReplay?: (() => void) | undefined
}
