/** The prefix of partners' keys. */
export const PARTNER_KEY = 'partner:'

/** Returns the key under which a request is counted: its partner's, over all users and tokens, or its network's. */
export const rateLimitKey = (partnerId: string | undefined, network: string): string =>
  partnerId === undefined ? `network:${network}` : `${PARTNER_KEY}${partnerId}`
