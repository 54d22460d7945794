import type { IdGenerator } from './ids/id-generator.ts'
import type { ComposeMail, RenderMail } from './mails/mail.ts'
import type { SealingKeys } from './sealing.ts'
import type { SubscriptionActivation } from './subscriptions/subscription.ts'
import type { TokenSubject } from './portal-users/portal-user.ts'
import type { PublicRecords } from './public-records/public-records.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
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
  /** By scheme, port and literal address. Names are looked up when the service connects. */
  isWebhookUrl: (url: string) => boolean
  /** Lifetime of an operator's session, even if in use. */
  operatorSessionSeconds: number
  portalSessionSeconds: number
  /** Not called for replays. */
  onAccountCreated?: () => void
}

export interface PasswordHasher {
  /** @returns a PHC string */
  hash(password: string): Promise<string>

  /**
   * @param hash `undefined` for an unknown user: takes the same time, so it does not reveal known e-mails
   * @throws `overloaded` when the queue is full
   */
  verify(password: string, hash: string | undefined): Promise<boolean>
}

/** Counts as failed until it ends. */
export interface SignInAttempt {
  /** @param failed `false` uncounts the attempt */
  end(failed: boolean): Promise<void>
}

export interface SignInGuard {
  /**
   * Counts an attempt before its outcome is known, so concurrent attempts cannot exceed the limit. Waits while only
   * attempts in progress do.
   *
   * @param email normalised, or as sent when it cannot be registered
   * @param origin the client's network
   * @throws `too-many-sign-ins`, with the seconds to wait
   */
  reserve(email: string, origin: string): Promise<SignInAttempt>

  /** Forgets a user's failures from this network. */
  forget(email: string, origin: string): Promise<void>
}

export interface PasswordResetGuard {
  /**
   * Counts unknown e-mails, too.
   *
   * @param email normalised, or as sent when it cannot be registered
   * @param origin the client's network
   * @throws `too-many-password-resets`, with the seconds to wait
   */
  count(email: string, origin: string): Promise<void>
}

/** TOTP (RFC 6238). */
export interface OneTimeCodes {
  newSecret(): string

  /** For apps, as a QR code. */
  uri(secret: string, email: string): string

  /** Returns the step of a code valid now, give or take 30 s. */
  stepOf(secret: string, code: string): number | undefined
}
