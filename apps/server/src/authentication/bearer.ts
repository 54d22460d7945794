/** RFC 6750, 2.1; the scheme's case is of no account (RFC 9110, 11.1). */
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i

/** The token of an `Authorization` header, if it has one. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1]
