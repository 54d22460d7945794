export interface PasswordResetGuard {
  /**
   * Counts a request, also for unknown e-mails.
   *
   * @param email normalised, or as sent when it cannot be registered
   * @param origin the client's network
   * @throws `too-many-password-resets`, with the seconds to wait
   */
  count(email: string, origin: string): Promise<void>
}
