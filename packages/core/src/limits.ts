/** The limits of part 8 of the specification, and limits that it leaves open. */
export const LIMITS = {
  /** Requests allowed in any sliding window of `windowSeconds` (part 8). */
  rate: { requests: 60, windowSeconds: 60 },
  /** The default lifetime of a partner token. */
  tokenLifetimeSeconds: 3600,
  /** Subscriptions that one call activates. Each activation is a transaction, and the request has a deadline. */
  activationsPerCall: 50,
  /** Days for which an activation link is valid. */
  activationLinkDays: 7,
  /** Minutes for which a link that signs an operator in is valid. */
  operatorLinkMinutes: 10,
  /** Seconds between two mails with an activation link to the same administrator. */
  activationMailPauseSeconds: 600,
  /** Invitations by the managers of a partner: seconds between two to one address, and how many a day. */
  invitations: { pauseSeconds: 600, perDay: 100 },
  /** Portal users of a partner, disabled ones included. */
  teamSize: { person: 1_000, integration: 100 },
  /** Bytes of a request body, over REST and native tRPC. */
  bodyBytes: 64 * 1024,
  /** Characters (Unicode code points) of any text without a separate limit, such as names, streets and cities. */
  textLength: 200,
  /** Characters accepted for the token of an activation link and for an `api_token`. Issued tokens are shorter. */
  tokenLength: 128,
  page: { defaultNumber: 1, defaultSize: 25, maxSize: 100 },
  search: {
    /** How many of the most recent accounts a search, or a part of an export, reads. Limits its cost. */
    window: 10_000,
    /** A query with at least as many matches in the window does not search the rest. */
    enoughMatches: 1_000,
    /** Accounts in one part of an export. */
    exportPart: 1_000,
    /** Documents and e-mails of one query for existing accounts. */
    candidates: 500,
  },
  /** How many of a partner's latest REST requests are kept for its developers, and returned per page. */
  requestLog: { kept: 1_000, pageSize: 50 },
  /** Characters of an `Idempotency-Key`, and how long its response can be replayed. */
  idempotencyKey: { maxLength: 255, ttlSeconds: 86_400 },
  /** For how long a link for a forgotten password is valid, and how many may be requested. */
  passwordReset: {
    linkMinutes: 60,
    perAddress: { requests: 3, windowSeconds: 3600 },
    perNetwork: { requests: 30, windowSeconds: 3600 },
  },
  /** Failed sign-ins allowed. As OWASP recommends, guessing is slowed down per account and per address. */
  signIn: {
    perAccountAndAddress: { requests: 5, windowSeconds: 900 },
    perAddress: { requests: 100, windowSeconds: 3600 },
  },
  /** How many ended sessions of a user are remembered. */
  endedSessions: 100,
  /** Characters of a new password. NIST SP 800-63B recommends length over required character classes. */
  password: { min: 12, max: 256 },
  /** Characters of a password at sign-in. Longer than any password that can be chosen. */
  signInPasswordLength: 1024,
  /** Characters of an e-mail address. Mail cannot be delivered to longer addresses (RFC 5321, 4.5.3.1.3). */
  emailLength: 254,
} as const
