import { createHash, randomBytes } from 'node:crypto'
import { LIMITS } from '../limits.ts'

/** What a link is for: it activates a person, or replaces a forgotten password. The prefix of the token names it. */
export type LinkPurpose = 'portal-user' | 'administrator' | 'password-reset'

const PREFIXES: Record<LinkPurpose, string> = { 'portal-user': 'pau_', administrator: 'paa_', 'password-reset': 'par_' }
const TOKEN_BYTES = 32
const ACTIVATION_TTL_SECONDS = LIMITS.activationLinkDays * 24 * 3600
const TTL_SECONDS: Record<LinkPurpose, number> = {
  'portal-user': ACTIVATION_TTL_SECONDS,
  administrator: ACTIVATION_TTL_SECONDS,
  'password-reset': LIMITS.passwordReset.linkMinutes * 60,
}

/** The stored form of a link. The link is recognised by it, and cannot be recovered from it. */
export interface StoredActivation {
  /** SHA-256. */
  tokenHash: Uint8Array
  /** The lifetime of the link, measured by the database's clock. */
  validForSeconds: number
}

/** Creates the token of a link. Only the mail contains the token; the database stores its hash. */
export function issueActivationToken(purpose: LinkPurpose): { token: string; stored: StoredActivation } {
  const token = `${PREFIXES[purpose]}${randomBytes(TOKEN_BYTES).toString('base64url')}`
  return { token, stored: { tokenHash: hashActivationToken(token), validForSeconds: TTL_SECONDS[purpose] } }
}

/** Returns what the link with the token is for; `undefined` for any other text. */
export const linkPurposeOf = (token: string): LinkPurpose | undefined =>
  (Object.keys(PREFIXES) as LinkPurpose[]).find((purpose) => token.startsWith(PREFIXES[purpose]))

/** Returns the hash under which a link is stored. */
export const hashActivationToken = (token: string): Uint8Array => createHash('sha256').update(token).digest()
