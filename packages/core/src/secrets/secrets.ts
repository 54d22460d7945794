import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** Returns 256 random bits. Leak scanners recognize the prefix. */
export const randomSecret = (prefix: string): string => `${prefix}${randomBytes(SECRET_BYTES).toString('base64url')}`

/** Hashes a text of 256 random bits, which needs neither a salt nor a slow hash. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
