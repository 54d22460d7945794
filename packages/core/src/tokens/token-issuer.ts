/** The portal user that a partner token identifies. */
export interface TokenSubject {
  userId: string
  partnerId: string
  /** The user's generation when the password was verified. The token is invalid once the user has a later one. */
  tokenGeneration: number
}

/** Issues partner tokens (JWT). */
export interface TokenIssuer {
  issue(subject: TokenSubject): Promise<string>
}
