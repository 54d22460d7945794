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
