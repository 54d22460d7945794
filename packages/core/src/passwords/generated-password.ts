import { createHash, timingSafeEqual } from 'node:crypto'
import { randomBytes } from '../random-bytes.ts'

const PREFIX = 'pai_'
const BYTES = 32

export const generatePassword = (): string => `${PREFIX}${randomBytes(BYTES).toString('base64url')}`

/**
 * Hashes a generated password. SHA-256 suffices for 256 random bits, and integrations skip the queue of people's
 * sign-ins.
 */
export const hashGeneratedPassword = (password: string): string => `sha256:${digest(password).toString('base64url')}`

export const isGeneratedPassword = (password: string, hash: string): boolean =>
  timingSafeEqual(digest(hash), digest(hashGeneratedPassword(password)))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
