import { timingSafeEqual } from 'node:crypto'
import { randomSecret, sha256 } from '../secrets/secrets.ts'

export const generatePassword = (): string => randomSecret('pai_')

/** Hashes fast, so integrations do not wait in the queue of people's slow password hashes. 256 random bits permit it. */
export const hashGeneratedPassword = (password: string): string => `sha256:${sha256(password).toString('base64url')}`

export const isGeneratedPassword = (password: string, hash: string): boolean =>
  timingSafeEqual(sha256(hash), sha256(hashGeneratedPassword(password)))
