import { timingSafeEqual } from 'node:crypto'
import { randomSecret, sha256 } from '../secrets/secrets.ts'

export const generatePassword = (): string => randomSecret('pai_')

/** Integrations skip the queue of people's sign-ins, whose passwords are hashed slowly. */
export const hashGeneratedPassword = (password: string): string => `sha256:${sha256(password).toString('base64url')}`

export const isGeneratedPassword = (password: string, hash: string): boolean =>
  timingSafeEqual(sha256(hash), sha256(hashGeneratedPassword(password)))
