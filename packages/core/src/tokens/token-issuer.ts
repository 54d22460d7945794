export interface TokenSubject {
  userId: string
  partnerId: string
  /** When the password was verified. The token is invalid once the user has a later generation. */
  tokenGeneration: number
  /** Absent in tokens. */
  sessionId?: string | undefined
}

export interface TokenIssuer {
  issue(subject: TokenSubject): Promise<string>
}
