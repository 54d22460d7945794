/** The limits of part 8, and those that the specification leaves open. */
export const LIMITS = {
  /** Requests of a partner in a sliding window. */
  rate: { requests: 60, windowSeconds: 60 },
  /** Requests per window that operators can set for a partner. */
  partnerRate: { min: 10, max: 6_000 },
  tokenLifetimeSeconds: 3600,
  /** Subscriptions per call. Each activation is a transaction, and all must end before the request's timeout. */
  activationsPerCall: 20,
  activationLinkDays: 7,
  operatorLinkMinutes: 10,
  /** Minimum seconds between activation mails to an administrator. */
  activationMailPauseSeconds: 600,
  /** Invitations by a partner's managers: minimum seconds between two to the same e-mail, and maximum per day. */
  invitations: { pauseSeconds: 600, perDay: 100 },
  /** Users per partner, disabled ones included. */
  teamSize: { person: 1_000, integration: 100 },
  /** How long the previous password of an integration stays valid. */
  previousPasswordHours: 24,
  bodyBytes: 64 * 1024,
  noteLength: 2_000,
  /** Characters of the reason for an operator's change. */
  reason: { min: 3, max: 500 },
  /** Default for texts such as names, streets and cities, in Unicode code points. */
  textLength: 200,
  /** Maximum length of tokens of links and of `api_token`s. Issued tokens are shorter. */
  tokenLength: 128,
  page: { defaultNumber: 1, defaultSize: 25, maxSize: 100 },
  /** Exports per partner and instance. An export ends when the client has read the response. */
  concurrentExports: 2,
  search: {
    /** Maximum number of accounts that a search reads first, and that a part of an export reads. */
    window: 10_000,
    /** A search with fewer matches in the window continues beyond it. */
    enoughMatches: 1_000,
    /** Maximum number of matches in a part of an export. */
    exportPart: 1_000,
    /** Maximum number of accounts whose words are compared with a misspelt word. */
    similarAccounts: 2_000,
    /** Maximum number each of CNPJs, CPFs and e-mails per `findExisting` call. */
    candidates: 500,
  },
  /** Days for which events can be listed and delivered. Older ones are only in the audit trail. */
  eventDays: 30,
  testMode: {
    /** Days for which test partners' data is kept. */
    days: 30,
    /** Maximum number of accounts deleted per transaction. */
    accountsPerTransaction: 200,
  },
  webhooks: {
    perPartner: 10,
    /** Queued deliveries per endpoint. Further events wait without a delivery. */
    waiting: 1_000,
    /** The same for an endpoint whose latest attempt failed. */
    waitingWhileFailing: 100,
    /** Concurrent requests per endpoint and instance. The limit is 1 while the endpoint's latest attempt has failed. */
    inFlight: 4,
    /** An instance's concurrent requests for one partner: an eighth of all. */
    inFlightPerPartner: 32,
    /** An instance's concurrent requests to endpoints whose latest attempt failed: a quarter of all. */
    inFlightFailing: 64,
    /** Tests and replays by partners. The replay of a range counts as several. */
    pace: {
      perEndpoint: { requests: 20, windowSeconds: 600 },
      perPartner: { requests: 60, windowSeconds: 600 },
      rangeCost: 5,
    },
    /** Notices of disabled endpoints: people per notice, and notices per partner and day. An endpoint causes at most one a day. */
    notices: { recipients: 20, perDay: 10 },
    /** Bytes of a response that are stored. */
    responseBytes: 4_096,
    urlLength: 2_000,
    /** Deliveries per page. */
    shownDeliveries: 50,
    previousSecretHours: 24,
    disabledAfterDays: 3,
    deliveryDays: 30,
    /** Deliveries that the deletion of an endpoint deletes per transaction. */
    deletedPerTransaction: 5_000,
  },
  /** REST requests kept per partner. */
  requestLog: { kept: 1_000, pageSize: 50, fields: 50 },
  idempotencyKey: { maxLength: 255, ttlSeconds: 86_400 },
  passwordReset: {
    linkMinutes: 60,
    perEmail: { requests: 3, windowSeconds: 3600 },
    perNetwork: { requests: 30, windowSeconds: 3600 },
  },
  /** Failed sign-ins per account and network, and per network, as OWASP recommends. */
  signIn: {
    perAccountAndAddress: { requests: 5, windowSeconds: 900 },
    perAddress: { requests: 100, windowSeconds: 3600 },
  },
  /** Ended sessions remembered per user, to reject copies of their cookies. */
  endedSessions: 100,
  /** Sessions shown to their user. */
  listedSessions: 100,
  userAgentLength: 256,
  /** NIST SP 800-63B recommends length over required character classes. */
  password: { min: 12, max: 256 },
  /** Maximum length of a password at sign-in, longer than any password that can be chosen. */
  signInPasswordLength: 1024,
  /** Mail cannot be delivered to longer addresses (RFC 5321, 4.5.3.1.3). */
  emailLength: 254,
} as const
