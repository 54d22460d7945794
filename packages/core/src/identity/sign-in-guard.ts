/** A sign-in in progress, which counts as failed until it ends. */
export interface SignInAttempt {
  /** @param hasFailed `false` takes the attempt out of the count */
  end(hasFailed: boolean): Promise<void>
}

export interface SignInGuard {
  /**
   * Counts an attempt before its outcome is known, so concurrent attempts cannot exceed the limit. While the limit is
   * reached only because attempts are in progress, it waits for their outcome.
   *
   * @param email normalized, or as sent if it is not a valid address
   * @param network the client's network
   * @throws `too-many-sign-ins`, with the seconds to wait
   */
  reserve(email: string, network: string): Promise<SignInAttempt>

  /**
   * Runs the lookup of an integration's credentials. Each network or IPv6 site runs one at a time. The rate limit applies
   * only afterwards, because it is that of the partner whom the lookup finds.
   *
   * @param network the client's network
   * @throws `overloaded` if too many lookups wait
   */
  lookUp<T>(network: string, work: () => Promise<T>): Promise<T>

  /** Forgets a user's failures from this network. */
  forget(email: string, network: string): Promise<void>
}

export interface PasswordResetGuard {
  /**
   * Counts a request for a mail that resets a password, also with an unknown e-mail.
   *
   * @param email normalized, or as sent if it is not a valid address
   * @param network the client's network
   * @throws `too-many-password-resets`, with the seconds to wait
   */
  count(email: string, network: string): Promise<void>
}

declare module '../dependencies.ts' {
  interface Dependencies {
    signIns: SignInGuard
    passwordResets: PasswordResetGuard
  }
}
