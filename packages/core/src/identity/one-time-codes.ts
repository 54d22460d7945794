/** TOTP (RFC 6238). */
export interface OneTimeCodes {
  newSecret(): string

  /** Returns the URI that authenticator apps read as a QR code. */
  uri(secret: string, email: string): string

  /** Returns the time step of a code that is valid now, with a tolerance of 30 s; `undefined` for an invalid code. */
  stepOf(secret: string, code: string): number | undefined
}

declare module '../dependencies.ts' {
  interface Dependencies {
    oneTimeCodes: OneTimeCodes
  }
}
