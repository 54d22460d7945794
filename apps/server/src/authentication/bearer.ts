/** RFC 6750, 2.1. The scheme is case-insensitive (RFC 9110, 11.1). */
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i

export const bearerToken = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1]
