import type {
  AccountStore,
  IdGenerator,
  PasswordHasher,
  PortalUserAccess,
  PortalUserStore,
  SignInGuard,
  TokenIssuer,
} from '@partner-accounts/core'
import type { Locale } from './locale.ts'

/** Who calls: nobody known, a portal user with the rights it has now, or somebody whose every call fails. */
export type Caller =
  { kind: 'anonymous' } | { kind: 'portal-user'; access: PortalUserAccess } | { kind: 'refused'; error: unknown }

/** What the procedures work with. */
export interface Services {
  accounts: AccountStore
  newId: IdGenerator
  passwords: PasswordHasher
  portalUsers: PortalUserStore
  /** Protects what is kept of answers that may be asked for again. */
  sealingKey: Uint8Array
  signIns: SignInGuard
  tokens: TokenIssuer
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
