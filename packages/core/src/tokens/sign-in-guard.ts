/** A sign-in that is under way, and counted as failed until it has proved otherwise. */
export interface SignInAttempt {
  /** @param failed whether it was a wrong guess: any other is taken back from the count */
  end(failed: boolean): Promise<void>
}

/** Slows down whoever guesses passwords. */
export interface SignInGuard {
  /**
   * Counts an attempt before its outcome is known, so that many at once gain nothing: one that would be refused only
   * for others that are under way waits for them.
   *
   * @param email compared as it is: the normalised address, or the text sent when no user can have it
   * @param origin the network that it comes from
   * @throws DomainError `too-many-sign-ins`, with the seconds to wait
   */
  reserve(email: string, origin: string): Promise<SignInAttempt>
}
