export interface PasswordHasher {
  /** @returns a PHC string */
  hash(password: string): Promise<string>

  /**
   * @param hash `undefined` for an unknown user: takes the same time, so it does not reveal known e-mails
   * @throws `overloaded` when the queue is full
   */
  verify(password: string, hash: string | undefined): Promise<boolean>
}
