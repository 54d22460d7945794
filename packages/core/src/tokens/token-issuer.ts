/** The portal user that a partner token identifies. */
export interface TokenSubject {
  userId: string
  partnerId: string
  /** The user's generation when the password was verified. The token is invalid once the user has a later one. */
  tokenGeneration: number
  /** Of a session in a browser. Tokens have none. */
  sessionId?: string | undefined
}

/** Issues partner tokens (JWT). */
export interface TokenIssuer {
  issue(subject: TokenSubject): Promise<string>
}
