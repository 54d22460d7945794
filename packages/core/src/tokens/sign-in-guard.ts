/** A sign-in in progress. It counts as failed until it ends. */
export interface SignInAttempt {
  /** @param failed `true` for a wrong password; otherwise the attempt is no longer counted */
  end(failed: boolean): Promise<void>
}

/** Limits failed sign-ins, to slow down password guessing. */
export interface SignInGuard {
  /**
   * Counts an attempt before its outcome is known, so concurrent attempts cannot exceed the limit. If only attempts in
   * progress exceed it, the call waits for them.
   *
   * @param email the normalised address, or the text sent when it cannot be registered
   * @param origin the client's network
   * @throws DomainError `too-many-sign-ins`, with the seconds to wait
   */
  reserve(email: string, origin: string): Promise<SignInAttempt>
}
