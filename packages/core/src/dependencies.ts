import type { IdGenerator } from './ids/id-generator.ts'
import type { ComposeMail, RenderMail } from './mails/mail.ts'
import type { SealingKeys } from './sealing.ts'
import type { SubscriptionActivation } from './subscriptions/subscription.ts'
import type { TokenSubject } from './portal-users/portal-user.ts'
import type { PasswordResetGuard } from './portal-users/password-reset-guard.ts'
import type { PublicRecords } from './public-records/public-records.ts'
import type { OneTimeCodes } from './second-factors/one-time-codes.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import type { PasswordHasher } from './tokens/password-hasher.ts'
import type { SignInGuard } from './tokens/sign-in-guard.ts'
import type { Stores, Transact } from './unit-of-work.ts'

/** Everything that use cases depend on. Their `input` contains the actor, too. */
export interface Dependencies {
  /** For reads and single changes; `transact` is for changes that belong together. */
  stores: Stores
  transact: Transact
  newId: IdGenerator
  passwords: PasswordHasher
  signIns: SignInGuard
  passwordResets: PasswordResetGuard
  oneTimeCodes: OneTimeCodes
  rateLimits: RateLimits
  renderMail: RenderMail
  composeMail: ComposeMail
  tokens: { issue: (subject: TokenSubject) => Promise<string> }
  sealingKeys: SealingKeys
  subscriptionActivation: SubscriptionActivation
  /** Whether operators' activations are mailed to the creators of the accounts. */
  subscriptionNotices: boolean
  requiresSecondApprover: boolean
  publicRecords: PublicRecords
  /** By scheme and port. Addresses are checked when the service connects. */
  isWebhookUrl: (url: string) => boolean
  /** Lifetime of an operator's session, even if in use. */
  operatorSessionSeconds: number
  portalSessionSeconds: number
  /** Not called for replays. */
  onAccountCreated?: () => void
}
