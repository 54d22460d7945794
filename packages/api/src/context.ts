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
  /** `name` is the key's. Without a scope, the key may call everything. Native router only. */
  | { kind: 'internal'; name: string; scope?: KeyScope | undefined }

/** Procedures have full names, such as `accounts.reportUsage`. */
export type KeyScope = 'read' | 'operate' | readonly string[]

export type CallOutcome = { ok: true } | { ok: false; error: Error }

export type WatchCall = <T extends CallOutcome>(procedure: string, call: () => Promise<T>) => Promise<T>

export interface Services extends Dependencies {
  watchCall?: WatchCall | undefined
  onSignIn?: (outcome: CallOutcome, client: Pick<ApiContext, 'requestId' | 'origin'>) => void
  consoleUrl: string
  /** `undefined` without an OpenID provider. */
  consoleProviderUrl?: string | undefined
  /** `undefined` if the provider is down or has no sign-out page. */
  findProviderSignOut?: ((idToken: string | undefined) => Promise<string | undefined>) | undefined
}

export interface BrowserSession<Subject> {
  /** The header `User-Agent`, shortened. */
  userAgent: string
  start(subject: Subject): Promise<void>
  /** Keeps the expiry of the page's session. */
  replace(subject: Subject): Promise<void>
  end(): void
}

/** A browser has a live session and one of test mode. `end` ends both, `start` and `replace` write the subject's. */
export interface PortalBrowserSession extends BrowserSession<TokenSubject> {
  findTestSession(): Promise<TokenSubject | undefined>
}

export interface ApiContext {
  services: Services
  caller: Caller
  locale: Locale
  requestId: string
  origin: string
  idempotencyKey: string | undefined
  /** `X-Mode` of a sign-in. */
  expectedMode?: string | undefined
  /** `X-Secret`. Not an input: inputs of queries are in the URL, which proxies log. */
  accountSecret: string | undefined
  /** Limits a native call to the request's remaining time, and to the places of its batch. */
  limitCall?: (<T extends CallOutcome>(call: () => Promise<T>) => Promise<T>) | undefined
  /**
   * Called before a large response.
   *
   * @throws RequestError `export-in-batch`, `too-many-exports`
   */
  beginExport?: ((partnerId: string) => void) | undefined
  /** The portal's pages only. */
  browserSession?: PortalBrowserSession | undefined
  /** The console's pages only. The subject is a session id. */
  consoleSession?: BrowserSession<string> | undefined
  /** `admit` of a sign-in. */
  admitSignIn?: AuthenticateInput['admit']
  /** Called when a sign-in identifies the partner. */
  onUserIdentified?: ((user: Pick<TokenSubject, 'partnerId' | 'userId' | 'partnerMode'>) => void) | undefined
  onReplay?: (() => void) | undefined
}
