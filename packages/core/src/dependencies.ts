import type { IdGenerator } from './ids/id-generator.ts'
import type { RenderMail } from './mails/mail.ts'
import type { SealingKeys } from './sealing.ts'
import type { SubscriptionActivation } from './subscriptions/subscription.ts'
import type { PasswordResetGuard } from './portal-users/password-reset-guard.ts'
import type { PublicRecords } from './public-records/public-records.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import type { PasswordHasher } from './tokens/password-hasher.ts'
import type { SignInGuard } from './tokens/sign-in-guard.ts'
import type { TokenIssuer } from './tokens/token-issuer.ts'
import type { Stores, Transact } from './unit-of-work.ts'

/**
 * Everything that use cases depend on. A use case is `(dependencies, input) => Promise<result>`: `dependencies` is the part
 * of this interface that it uses, and `input` is one object with everything about the call, including the actor.
 */
export interface Dependencies {
  /** For reads and single changes. Changes that belong together use `transact`. */
  stores: Stores
  transact: Transact
  newId: IdGenerator
  passwords: PasswordHasher
  signIns: SignInGuard
  passwordResets: PasswordResetGuard
  rateLimits: RateLimits
  renderMail: RenderMail
  tokens: TokenIssuer
  /** Protects stored responses that may be replayed. */
  sealingKeys: SealingKeys
  subscriptionActivation: SubscriptionActivation
  publicRecords: PublicRecords
  /** Seconds after which an operator's session ends, even if it is in use. */
  operatorSessionSeconds: number
  /** For how long the cookie of a portal user's session is valid at most. */
  portalSessionSeconds: number
  /** Called for each account that was created, not for a replayed creation. */
  onAccountCreated?: () => void
}
