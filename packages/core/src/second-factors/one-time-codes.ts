/** TOTP (RFC 6238). */
export interface OneTimeCodes {
  newSecret(): string

  /** Returns the URI that apps read from a QR code. */
  uri(secret: string, email: string): string

  /** Returns the time step of a code that is valid now, give or take 30 s. */
  stepOf(secret: string, code: string): number | undefined
}
