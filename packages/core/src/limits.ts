/** The limits of part 8 of the specification, and those chosen where it gives none. */
export const LIMITS = {
  /** Part 8: requests let through in any sliding window of `windowSeconds`. */
  rate: { requests: 60, windowSeconds: 60 },
  /** Of a partner token, unless configured. */
  tokenLifetimeSeconds: 3600,
  /** Days for which an activation link is valid. */
  activationLinkDays: 7,
  /** Bytes of a request body, over REST and natively. */
  bodyBytes: 64 * 1024,
  /** Characters (Unicode code points) of any text without a limit of its own: names, streets, cities. */
  textLength: 200,
  /** Characters of the token of an activation link and of an `api_token`. Longer than any that is issued. */
  tokenLength: 128,
  page: { defaultNumber: 1, defaultSize: 25, maxSize: 100 },
  /** Characters of an `Idempotency-Key`, and how long its answer is kept. */
  idempotencyKey: { maxLength: 255, keptForSeconds: 86_400 },
  /** Failed sign-ins let through (OWASP: slow guessing down, per account and per address). */
  signIn: {
    perAccountAndAddress: { requests: 5, windowSeconds: 900 },
    perAddress: { requests: 100, windowSeconds: 3600 },
  },
  /** Characters of a password when it is chosen: length is what makes it hard to guess (NIST SP 800-63B). */
  password: { min: 12, max: 256 },
  /** Characters of a password at sign-in. Longer than any password that can be chosen. */
  signInPasswordLength: 1024,
  /** RFC 5321, 4.5.3.1.3: a longer address cannot be delivered to. */
  emailLength: 254,
} as const
