import { randomBytes } from 'node:crypto'

const TIME_BYTES = 6
const RANDOM_BYTES = 6
const RANDOM_LIMIT = 2 ** (8 * RANDOM_BYTES)

/** Gives a new id at each call: 24 hexadecimal characters, lower case. */
export type IdGenerator = () => string

/**
 * Ids that sort by creation time: 6 bytes of milliseconds since 1970, then 6 random bytes.
 * Within one millisecond, and when the clock is set back, the random part of the last id is
 * counted up instead, so that a later id of one process is always the greater one.
 *
 * @param now the clock, in milliseconds since 1970
 */
export function createIdGenerator(now: () => number = Date.now): IdGenerator {
  let time = -1
  let tail = 0

  return () => {
    const current = now()
    if (current > time) {
      time = current
      tail = randomBytes(RANDOM_BYTES).readUIntBE(0, RANDOM_BYTES)
    } else if (++tail === RANDOM_LIMIT) {
      time += 1
      tail = 0
    }
    return hex(time, TIME_BYTES) + hex(tail, RANDOM_BYTES)
  }
}

const hex = (value: number, bytes: number) => value.toString(16).padStart(2 * bytes, '0')
