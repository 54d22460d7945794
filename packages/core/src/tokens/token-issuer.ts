/** Whom a partner token speaks for. */
export interface TokenSubject {
  userId: string
  partnerId: string
  /** The user's when the password was checked. A later one means that the token has ended. */
  tokenGeneration: number
}

/** Makes partner tokens (JWT). */
export interface TokenIssuer {
  issue(subject: TokenSubject): Promise<string>
}
