/** Slow, salted password hashing. */
export interface PasswordHasher {
  /** @returns a self-describing hash (PHC string) */
  hash(password: string): Promise<string>

  /**
   * Verifies a password.
   *
   * @param hash `undefined` for an unknown user. The result is then `false` and takes the same time, so the response time
   *   does not reveal which e-mails are registered
   * @throws DomainError `overloaded` when the queue is full
   */
  verify(password: string, hash: string | undefined): Promise<boolean>
}
