import type { LinkKey } from './activation-token.ts'
import type { PasswordOwner } from '../passwords/require-strong-password.ts'

/** The result of using a link; `undefined` when the link was never sent or was replaced. */
export type ActivationOutcome<T> = { kind: 'activated'; who: T } | { kind: 'used' } | { kind: 'expired' } | undefined

/** Whether a link can be used, and if not, why. */
export type LinkState = 'usable' | 'used' | 'expired'

/** A link that was sent, and the person it was sent to. */
export interface ActivationLink extends PasswordOwner {
  state: LinkState
}

/** Activates people by e-mailed links, where they choose their password. */
export interface Activations<T> {
  /**
   * Finds a link without using it.
   *
   * @returns `undefined` for a link that was never sent, or was replaced by a later one
   */
  findLink(link: LinkKey): Promise<ActivationLink | undefined>

  /**
   * Sets the password of the recipient. Of several concurrent uses of a link, exactly one succeeds.
   *
   * @returns `undefined` for a link that was never sent, or was replaced by a later one
   */
  activate(link: LinkKey, passwordHash: string): Promise<ActivationOutcome<T>>
}
