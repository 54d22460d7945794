/** The limits of part 8, and those that the specification leaves open. */
export const LIMITS = {
  /** Per sliding window. */
  rate: { requests: 60, windowSeconds: 60 },
  /** Requests per window that operators can set for a partner. */
  partnerRate: { min: 10, max: 6_000 },
  tokenLifetimeSeconds: 3600,
  /** Subscriptions per call. Each activation is a transaction, and all of them have to end within a request's deadline. */
  activationsPerCall: 20,
  activationLinkDays: 7,
  operatorLinkMinutes: 10,
  approvalDays: 7,
  /** Minimum seconds between activation mails to an administrator. */
  activationMailPauseSeconds: 600,
  /** By a partner's managers. The pause, in seconds, is per address. */
  invitations: { pauseSeconds: 600, perDay: 100 },
  /** Users per partner, disabled ones included. */
  teamSize: { person: 1_000, integration: 100 },
  bodyBytes: 64 * 1024,
  noteLength: 2_000,
  /** Of an operator's change. */
  reason: { min: 3, max: 500 },
  /** Default for texts such as names, streets and cities, in Unicode code points. */
  textLength: 200,
  /** Maximum length of tokens of links and of `api_token`s. Issued tokens are shorter. */
  tokenLength: 128,
  page: { defaultNumber: 1, defaultSize: 25, maxSize: 100 },
  search: {
    /** Maximum number of accounts read by a search, or per part of an export, newest first. */
    window: 10_000,
    /** With this many matches in the window, a search does not continue beyond it. */
    enoughMatches: 1_000,
    /** Accounts per part. */
    exportPart: 1_000,
    /** Maximum number of accounts whose words are compared with a misspelt word. */
    similarAccounts: 2_000,
    /** Maximum number of tax IDs and e-mails per `findExisting` call. */
    candidates: 500,
  },
  /** After that, they are only in the audit trail. */
  eventDays: 30,
  /** Of test partners. */
  testMode: { days: 30, deletedPerCall: 500 },
  webhooks: {
    perPartner: 10,
    /** Deliveries per endpoint. Further events wait without one. */
    waiting: 1_000,
    /** Of an endpoint whose latest attempt failed. */
    waitingWhileFailing: 100,
    /** Requests per endpoint and instance. One once an attempt has failed. */
    inFlight: 4,
    /** Per instance: an eighth of its requests. */
    inFlightPerPartner: 32,
    urlLength: 2_000,
    /** Per page. */
    shownDeliveries: 50,
    previousSecretHours: 24,
    disabledAfterDays: 3,
    deliveryDays: 30,
  },
  /** REST requests kept per partner. */
  requestLog: { kept: 1_000, pageSize: 50, fields: 50 },
  idempotencyKey: { maxLength: 255, ttlSeconds: 86_400 },
  passwordReset: {
    linkMinutes: 60,
    perAddress: { requests: 3, windowSeconds: 3600 },
    perNetwork: { requests: 30, windowSeconds: 3600 },
  },
  /** Failed sign-ins per account and per address, as OWASP recommends. */
  signIn: {
    perAccountAndAddress: { requests: 5, windowSeconds: 900 },
    perAddress: { requests: 100, windowSeconds: 3600 },
  },
  /** Ended sessions remembered per user. */
  endedSessions: 100,
  /** Sessions shown to their user. */
  listedSessions: 100,
  userAgentLength: 256,
  /** NIST SP 800-63B recommends length over required character classes. */
  password: { min: 12, max: 256 },
  /** Longer than any password that can be chosen. */
  signInPasswordLength: 1024,
  /** Mail cannot be delivered to longer addresses (RFC 5321, 4.5.3.1.3). */
  emailLength: 254,
} as const
