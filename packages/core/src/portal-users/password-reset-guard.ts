/** Limits requests for links that replace a forgotten password. */
export interface PasswordResetGuard {
  /**
   * Counts a request, whether or not the e-mail is known.
   *
   * @param email the normalised address, or the text sent when it cannot be registered
   * @param origin the client's network
   * @throws DomainError `too-many-password-resets`, with the seconds to wait
   */
  count(email: string, origin: string): Promise<void>
}
