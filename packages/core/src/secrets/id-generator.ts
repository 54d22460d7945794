import { randomBytes } from 'node:crypto'

const TIME_BYTES = 6
const RANDOM_BYTES = 6
const RANDOM_LIMIT = 2 ** (8 * RANDOM_BYTES)

export type IdGenerator = () => string

/**
 * Creates a generator of ids that sort by creation time: 6 bytes of milliseconds since 1970, then 6 random bytes,
 * incremented within a millisecond or after the clock was set back.
 */
export function createIdGenerator(now: () => number = Date.now, randomTail: () => number = newTail): IdGenerator {
  let time: number | undefined
  let tail = 0

  return () => {
    const current = now()
    if (time === undefined || current > time) {
      time = current
      tail = randomTail()
    } else {
      tail += 1
    }
    if (tail === RANDOM_LIMIT) {
      time += 1
      tail = 0
    }
    return hex(time, TIME_BYTES) + hex(tail, RANDOM_BYTES)
  }
}

/** Returns the lowest id that can be generated at a time, to compare ids with. */
export const firstIdAt = (time: Date): string => hex(time.getTime(), TIME_BYTES) + hex(0, RANDOM_BYTES)

/** Returns when an id was generated. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 2 * TIME_BYTES), 16))

const newTail = () => randomBytes(RANDOM_BYTES).readUIntBE(0, RANDOM_BYTES)

const hex = (value: number, bytes: number) => value.toString(16).padStart(2 * bytes, '0')
