/** TOTP (RFC 6238). */
export interface OneTimeCodes {
  newSecret(): string

  /** Returns the URI that authenticator apps read as a QR code. */
  uri(secret: string, email: string): string

  /** Returns the step of a code valid now, give or take 30 s. */
  stepOf(secret: string, code: string): number | undefined
}

declare module '../dependencies.ts' {
  interface Dependencies {
    oneTimeCodes: OneTimeCodes
  }
}
