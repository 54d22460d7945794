/** Slow, salted password hashing. */
export interface PasswordHasher {
  /** @returns a self-describing hash (PHC string) */
  hash(password: string): Promise<string>

  /**
   * @param hash undefined where there is no user: as much work is done, and the answer is false,
   *   so that the time taken does not tell which e-mails are registered
   * @throws DomainError `overloaded` when too many wait already
   */
  verify(password: string, hash: string | undefined): Promise<boolean>
}
