/** Whom a partner token speaks for. */
export interface TokenSubject {
  userId: string
  partnerId: string
}

/** Makes partner tokens (JWT). */
export interface TokenIssuer {
  issue(subject: TokenSubject): Promise<string>
}
