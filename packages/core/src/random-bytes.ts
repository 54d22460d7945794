import { randomFillSync } from 'node:crypto'

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
