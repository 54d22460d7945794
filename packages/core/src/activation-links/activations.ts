import type { LinkKey } from './activation-token.ts'
import type { PasswordOwner } from '../passwords/require-strong-password.ts'

/** `undefined`: never sent, or replaced. */
export type ActivationOutcome<T> = { kind: 'activated'; who: T } | { kind: 'used' } | { kind: 'expired' } | undefined

export type LinkState = 'usable' | 'used' | 'expired'

export interface ActivationLink extends PasswordOwner {
  state: LinkState
}

export interface Activations<T> {
  /** @returns `undefined` when never sent or replaced */
  findLink(link: LinkKey): Promise<ActivationLink | undefined>

  /** Sets the password. Exactly one of concurrent calls succeeds. */
  activate(link: LinkKey, passwordHash: string): Promise<ActivationOutcome<T>>
}
