/** Normalizes passwords to NFKC, because keyboards compose accents differently (NIST SP 800-63B, 5.1.1.2). */
export interface PasswordHasher {
  /**
   * @param network the client's network, whose hashes are computed one after another
   * @returns a PHC string
   * @throws `overloaded` when a queue is full
   */
  hash(password: string, network: string): Promise<string>

  /**
   * @param hash `undefined` for an unknown user: takes the same time, so it does not reveal known e-mails
   * @param network the client's network, whose hashes are computed one after another
   * @throws `overloaded` when a queue is full
   */
  verify(password: string, hash: string | undefined, network: string): Promise<boolean>
}

declare module '../dependencies.ts' {
  interface Dependencies {
    passwords: PasswordHasher
  }
}
