import type { TokenSubject } from '@partner-accounts/core'

/**
 * Whose requests count together: the partner's, over all its users and tokens, or, without a valid token, those of
 * one network.
 */
export const rateLimitKey = (subject: TokenSubject | undefined, network: string): string =>
  subject ? `partner:${subject.partnerId}` : `network:${network}`
