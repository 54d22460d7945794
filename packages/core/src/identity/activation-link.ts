import { randomBytes } from 'node:crypto'
import { LIMITS } from '../limits.ts'
import type { PasswordOwner } from './require-strong-password.ts'
import { sha256 } from '../secrets/secrets.ts'

/** What a link is for. The prefix of its token shows it. */
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

/** A link as it is stored, from which its token cannot be recovered. */
export interface StoredActivation {
  /** SHA-256. */
  tokenHash: Uint8Array
  /** Lifetime, measured by the database's clock. */
  validForSeconds: number
}

export interface LinkKey {
  partnerId: string
  /** SHA-256. */
  tokenHash: Uint8Array
}

export interface Link extends LinkKey {
  purpose: LinkPurpose
}

/**
 * Creates a token, which only the mail contains, and the hash and lifetime to store. The token includes the partner's id,
 * so a lookup reads one partner's rows. Its other 160 bits are random.
 */
export function issueActivationToken(
  purpose: LinkPurpose,
  partnerId: string,
): { token: string; stored: StoredActivation } {
  const partner = Buffer.from(partnerId, 'hex')
  const content = Buffer.concat([partner, randomBytes(TOKEN_BYTES - partner.length)])
  const token = `${PREFIXES[purpose]}${content.toString('base64url')}`
  return { token, stored: { tokenHash: sha256(token), validForSeconds: TTL_SECONDS[purpose] } }
}

/** Returns `undefined` for a token without a known prefix. */
export function readActivationToken(token: string): Link | undefined {
  const purpose = (Object.keys(PREFIXES) as LinkPurpose[]).find((candidate) => token.startsWith(PREFIXES[candidate]))
  if (!purpose) return undefined
  const content = Buffer.from(token.slice(PREFIXES[purpose].length), 'base64url')
  const partnerId = content.subarray(0, PARTNER_BYTES).toString('hex')
  return { purpose, partnerId, tokenHash: sha256(token) }
}

export type LinkState = 'usable' | 'used' | 'expired'

export interface ActivationLink extends PasswordOwner {
  state: LinkState
}

export interface Activations<T> {
  /** @returns `undefined` if the link was never sent, or has been replaced */
  findActivationLink(link: LinkKey): Promise<ActivationLink | undefined>

  /**
   * Sets the password. Exactly one of concurrent calls succeeds.
   *
   * @returns `undefined` unless the link is usable
   */
  activate(link: LinkKey, passwordHash: string): Promise<T | undefined>
}
