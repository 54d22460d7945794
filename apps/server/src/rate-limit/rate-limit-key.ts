import type { TokenSubject } from '@partner-accounts/core'

/** How a partner's key begins. */
export const PARTNER_KEY = 'partner:'

/**
 * Whose requests count together: the partner's, over all its users and tokens, or, without a valid token, those of
 * one network.
 */
export const rateLimitKey = (subject: TokenSubject | undefined, network: string): string =>
  subject ? `${PARTNER_KEY}${subject.partnerId}` : `network:${network}`
