import type { IdGenerator } from './ids/id-generator.ts'
import type { SubscriptionActivation } from './subscriptions/subscription.ts'
import type { PasswordHasher } from './tokens/password-hasher.ts'
import type { SignInGuard } from './tokens/sign-in-guard.ts'
import type { TokenIssuer } from './tokens/token-issuer.ts'
import type { Stores, Transact } from './unit-of-work.ts'

/**
 * Everything that use cases depend on, wired once. A use case is `(dependencies, input) => Promise<result>`: it picks what
 * it uses from here, and takes everything about one call, the actor included, as one object.
 */
export interface Dependencies {
  /** For reads. What has to be stored together is stored by `transact`. */
  stores: Stores
  transact: Transact
  newId: IdGenerator
  passwords: PasswordHasher
  signIns: SignInGuard
  tokens: TokenIssuer
  /** Protects stored responses that may be replayed. */
  sealingKey: Uint8Array
  subscriptionActivation: SubscriptionActivation
  /** Called for each account that was created, not for a replayed creation. */
  onAccountCreated?: () => void
}
