import { createHash, randomBytes } from 'node:crypto'
import { LIMITS } from '../limits.ts'

/** What a link is for: it activates a person, or replaces a forgotten password. The prefix of the token names it. */
export type LinkPurpose = 'portal-user' | 'administrator' | 'password-reset'

const PREFIXES: Record<LinkPurpose, string> = { 'portal-user': 'pau_', administrator: 'paa_', 'password-reset': 'par_' }
const TOKEN_BYTES = 32
const PARTNER_BYTES = 12
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

/** What finds a link. */
export interface LinkKey {
  /** The partner of the recipient. */
  partnerId: string
  /** SHA-256. */
  tokenHash: Uint8Array
}

/** A link, as its token describes it. */
export interface Link extends LinkKey {
  purpose: LinkPurpose
}

/**
 * Creates the token of a link. Only the mail contains the token; the database stores its hash.
 *
 * @param partnerId 24 hexadecimal digits. It is part of the token, so that the link is found among the rows of one
 *   partner. The other 160 bits are random
 */
export function issueActivationToken(
  purpose: LinkPurpose,
  partnerId: string,
): { token: string; stored: StoredActivation } {
  const partner = Buffer.from(partnerId, 'hex')
  const content = Buffer.concat([partner, randomBytes(TOKEN_BYTES - partner.length)])
  const token = `${PREFIXES[purpose]}${content.toString('base64url')}`
  return { token, stored: { tokenHash: hashActivationToken(token), validForSeconds: TTL_SECONDS[purpose] } }
}

/** Returns the link with the token; `undefined` for any other text. */
export function readActivationToken(token: string): Link | undefined {
  const purpose = (Object.keys(PREFIXES) as LinkPurpose[]).find((candidate) => token.startsWith(PREFIXES[candidate]))
  if (!purpose) return undefined
  const content = Buffer.from(token.slice(PREFIXES[purpose].length), 'base64url')
  const partnerId = content.subarray(0, PARTNER_BYTES).toString('hex')
  return { purpose, partnerId, tokenHash: hashActivationToken(token) }
}

/** Returns the hash under which a link is stored. */
export const hashActivationToken = (token: string): Uint8Array => createHash('sha256').update(token).digest()
