import type { PasswordOwner } from '../passwords/require-strong-password.ts'

/** What became of a link: it holds for the person it was sent to, or it is of no use (any more). */
export type ActivationOutcome<T> = { kind: 'activated'; who: T } | { kind: 'used' } | { kind: 'expired' } | undefined

/** What a link can do now. */
export type LinkState = 'usable' | 'used' | 'expired'

/** A link that was sent, and the person it was sent to. */
export interface ActivationLink extends PasswordOwner {
  state: LinkState
}

/** Those who choose their password by a link. */
export interface Activations<T> {
  /**
   * Finds a link without using it.
   *
   * @returns `undefined` for a link that was never sent, or was replaced by a later one
   */
  findLink(tokenHash: Uint8Array): Promise<ActivationLink | undefined>

  /**
   * Sets the password of whom the link was sent to. Of two that arrive at once, one alone succeeds.
   *
   * @returns undefined for a link that was never sent, or was replaced by a later one
   */
  activate(tokenHash: Uint8Array, passwordHash: string): Promise<ActivationOutcome<T>>
}
