import { createHash, randomFillSync } from 'node:crypto'

/** The operating system takes microseconds per call. */
const pool = Buffer.alloc(4096)
let used = pool.length

/** Returns at most 4 kB. */
export function randomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return Buffer.from(pool.subarray(used, (used += count)))
}

const SECRET_BYTES = 32

/** Returns 256 random bits. Leak scanners recognize the prefix. */
export const randomSecret = (prefix: string): string => `${prefix}${randomBytes(SECRET_BYTES).toString('base64url')}`

/** Suffices for 256 random bits, without a salt. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
