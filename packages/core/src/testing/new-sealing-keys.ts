import { randomBytes } from 'node:crypto'
import type { SealingKeys } from '../sealing.ts'

/** Returns a keyring with one new key. */
export const newSealingKeys = (): SealingKeys => [{ kid: undefined, key: randomBytes(32) }]
