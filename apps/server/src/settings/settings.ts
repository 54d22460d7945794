import { LIMITS, type SealingKeys, type SubscriptionActivation } from '@partner-accounts/core'
import { type DatabaseLocation, SERVER_DEFAULTS } from '@partner-accounts/db'
import * as z from 'zod'
import {
  findKeyScopeProblems,
  type InternalKey,
  internalKeys,
  type InternalKeyScopes,
  internalKeyScopes,
} from './internal-key-settings.ts'
import { findMisspeltNames } from './misspelt-names.ts'
import {
  findOperatorOidcProblems,
  OPERATOR_OIDC_VARIABLES,
  type OperatorOidcSettings,
  operatorOidcSettings,
} from './operator-oidc-settings.ts'
import {
  certificates,
  databaseUrl,
  redisUrl,
  cidrList,
  mailSender,
  type NamedKey,
  sealingKeys,
  signingKeys,
  url,
  wholeNumber,
} from './setting-types.ts'
import { findSharedStoreProblems, type SharedStoreLocation, sharedStoreLocation } from './shared-store-location.ts'
import { DEFAULT_SMTP_CONNECTIONS, type SmtpSettings } from './smtp-settings.ts'
import { TRACING_VARIABLES, type TracingSettings, tracingSettings } from './tracing-settings.ts'

/** How mails are sent: to an SMTP server, or as files in the data directory. */
export interface MailSettings {
  smtpUrl: string | undefined
  smtp: SmtpSettings
  /** `undefined`: a development sender. */
  from: string | undefined
  /** Where administrators of accounts sign in; `undefined`: mails do not link to it. */
  administratorSignInUrl: string | undefined
}

/** Where metrics are served. */
export interface MetricsSettings {
  /** Whether the service's port serves `/metrics`. */
  onServicePort: boolean
  /** A separate address; `undefined`: none. */
  listener: MetricsListener | undefined
}

export interface MetricsListener {
  host: string
  port: number
  /** Whether the port was configured. If it is taken, the start fails. */
  isChosen: boolean
}

/** Public records, which are queried with a URL that has `{cep}` or `{cnpj}`, or to which the value is appended. */
export interface PublicRecordsSettings {
  cepUrl: string | undefined
  cnpjUrl: string | undefined
}

/** The validated settings. `data-directory.ts` generates keys that the environment lacks. */
export interface Settings {
  production: boolean
  host: string
  port: number
  /** Without trailing slash. */
  publicUrl: string
  dataDirectory: string
  database: DatabaseLocation
  /** How long a start waits for an unreachable database. */
  databaseStartTimeoutMs: number
  rateLimit: { requests: number; windowSeconds: number }
  /** The store of rate limits that all instances share. `undefined`: each process counts for itself. */
  sharedStore: SharedStoreLocation | undefined
  /** The first key signs; all of them verify. */
  tokenSigningKeys: NamedKey[] | undefined
  dataSealingKeys: SealingKeys | undefined
  /** All are valid, so a key can be rotated. */
  internalApiKeys: InternalKey[] | undefined
  /** Keys that are not named here may be used for everything. */
  internalKeyScopes: InternalKeyScopes
  mail: MailSettings
  metrics: MetricsSettings
  subscriptionActivation: SubscriptionActivation
  publicRecords: PublicRecordsSettings
  tokenLifetimeSeconds: number
  /** Lifetimes of the portal's sessions in browsers: without requests, and in total. */
  portalSession: { idleSeconds: number; lifetimeSeconds: number }
  /** `undefined`: operators sign in with one-time links only. */
  operatorOidc: OperatorOidcSettings | undefined
  /** Lifetimes of operators' sessions in browsers. */
  operatorSession: { idleSeconds: number; lifetimeSeconds: number }
  /** CIDRs whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[]
  logLevel: LogLevel
  logFormat: LogFormat
  /** `undefined`: no traces. */
  tracing: TracingSettings | undefined
  /** How long a stopping service still serves requests, until load balancers have noticed. */
  shutdownDrainSeconds: number
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** `text` for people, `json` for programs. */
const LOG_FORMATS = ['text', 'json'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

const ENVIRONMENTS = ['production', 'development', 'test'] as const

/** `prod` would start the development mode, with generated keys. */
function environmentProblem({ input }: { input?: unknown }): string {
  const meant = ENVIRONMENTS.find(
    (name) => typeof input === 'string' && name.startsWith(input.slice(0, 3).toLowerCase()),
  )
  return `must be ${ENVIRONMENTS.join(', ')} or unset${meant === undefined ? '' : `: did you mean ${meant}?`}`
}

const environmentSchema = z.object({
  NODE_ENV: z.enum(ENVIRONMENTS, { error: environmentProblem }).optional(),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url('http', 'https').optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl().optional(),
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  DATABASE_PREPARED_STATEMENTS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DATABASE_POOL_SIZE: wholeNumber(1, 1_000).default(SERVER_DEFAULTS.poolSize),
  DATABASE_CONNECT_TIMEOUT_MS: wholeNumber(100, 60_000).default(SERVER_DEFAULTS.connectTimeoutMs),
  DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(100, 60_000).default(SERVER_DEFAULTS.statementTimeoutMs),
  DATABASE_START_TIMEOUT_MS: wholeNumber(0, 600_000).default(30_000),
  RATE_LIMIT_REQUESTS: wholeNumber(1, 1_000_000).default(LIMITS.rate.requests),
  RATE_LIMIT_WINDOW_SECONDS: wholeNumber(1, 86_400).default(LIMITS.rate.windowSeconds),
  RATE_LIMIT_STORE_TIMEOUT_MS: wholeNumber(10, 10_000).default(300),
  REDIS_URL: redisUrl().optional(),
  REDIS_CA_FILE: certificates().optional(),
  REDIS_CLUSTER: z.enum(['on', 'off'], 'must be on or off').default('off'),
  REDIS_SENTINEL: z.string().optional(),
  REDIS_SENTINEL_PASSWORD: z.string().optional(),
  UPSTASH_REDIS_REST_URL: url('http', 'https').optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional(),
  TOKEN_SIGNING_KEYS: signingKeys().optional(),
  DATA_SEALING_KEY: sealingKeys().optional(),
  INTERNAL_API_KEY: internalKeys().optional(),
  INTERNAL_API_KEY_SCOPES: internalKeyScopes().default(new Map()),
  SMTP_URL: url('smtp', 'smtps').optional(),
  SMTP_CA_FILE: certificates().optional(),
  SMTP_CONNECTIONS: wholeNumber(1, 100).default(DEFAULT_SMTP_CONNECTIONS),
  MAIL_FROM: mailSender().optional(),
  ADMINISTRATOR_SIGN_IN_URL: url('http', 'https').optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  SUBSCRIPTION_ACTIVATION: z.enum(['manual', 'immediate'], 'must be manual or immediate').default('manual'),
  CEP_LOOKUP_URL: url('http', 'https').optional(),
  CNPJ_LOOKUP_URL: url('http', 'https').optional(),
  TOKEN_LIFETIME_SECONDS: wholeNumber(1, 31_536_000).default(3600),
  PORTAL_SESSION_IDLE_SECONDS: wholeNumber(1, 31_536_000).default(12 * 3600),
  PORTAL_SESSION_LIFETIME_SECONDS: wholeNumber(1, 31_536_000).default(7 * 86_400),
  OPERATOR_SESSION_IDLE_SECONDS: wholeNumber(1, 31_536_000).default(3600),
  OPERATOR_SESSION_LIFETIME_SECONDS: wholeNumber(1, 31_536_000).default(12 * 3600),
  TRUSTED_PROXIES: cidrList().default([]),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  LOG_FORMAT: z.enum(LOG_FORMATS, 'must be text or json').optional(),
  SHUTDOWN_DRAIN_SECONDS: wholeNumber(0, 120).optional(),
  ...OPERATOR_OIDC_VARIABLES,
  ...TRACING_VARIABLES,
})

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape)

/** Load balancers check readiness every second or two. A stop takes 10 s at most, including the drain. */
const PRODUCTION_DRAIN_SECONDS = 2

const PRODUCTION_METRICS_PORT = 9464

/** Settings without a default in production. In development, the service generates or embeds what they configure. */
const REQUIRED_IN_PRODUCTION = [
  'DATABASE_URL',
  'TOKEN_SIGNING_KEYS',
  'DATA_SEALING_KEY',
  'INTERNAL_API_KEY',
  'SMTP_URL',
  'MAIL_FROM',
] as const

/** Invalid settings. The message has one line per problem, which names the variable. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'

  constructor(
    readonly problems: readonly string[],
    options?: ErrorOptions,
  ) {
    super(problems.join('\n'), options)
  }
}

/**
 * Parses the settings. An empty variable counts as unset.
 *
 * @throws SettingsError with all problems
 */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  const production = given['NODE_ENV'] === 'production'
  const problems = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`),
    ...(production ? REQUIRED_IN_PRODUCTION : [])
      .filter((name) => given[name] === undefined)
      .map((name) => `${name} must be set in production`),
    ...findMisspeltNames(Object.keys(given), SETTING_NAMES),
    ...findSharedStoreProblems(given),
    ...findOperatorOidcProblems(given, production),
    ...(parsed.data ? findKeyScopeProblems(parsed.data) : []),
    ...(parsed.data && parsed.data.METRICS_PORT === parsed.data.PORT ? ['METRICS_PORT must differ from PORT'] : []),
  ]
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems)

  const variables = parsed.data
  return {
    production,
    host: variables.HOST,
    port: variables.PORT,
    publicUrl: (variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`).replace(/\/+$/, ''),
    dataDirectory: variables.DATA_DIR,
    database: databaseLocation(variables),
    databaseStartTimeoutMs: variables.DATABASE_START_TIMEOUT_MS,
    rateLimit: { requests: variables.RATE_LIMIT_REQUESTS, windowSeconds: variables.RATE_LIMIT_WINDOW_SECONDS },
    sharedStore: sharedStoreLocation(variables, variables.RATE_LIMIT_STORE_TIMEOUT_MS),
    tokenSigningKeys: variables.TOKEN_SIGNING_KEYS,
    dataSealingKeys: variables.DATA_SEALING_KEY,
    internalApiKeys: variables.INTERNAL_API_KEY,
    internalKeyScopes: variables.INTERNAL_API_KEY_SCOPES,
    mail: {
      smtpUrl: variables.SMTP_URL,
      smtp: { connections: variables.SMTP_CONNECTIONS, ca: variables.SMTP_CA_FILE },
      from: variables.MAIL_FROM,
      administratorSignInUrl: variables.ADMINISTRATOR_SIGN_IN_URL,
    },
    metrics: metricsSettings(variables, production),
    subscriptionActivation: variables.SUBSCRIPTION_ACTIVATION,
    publicRecords: { cepUrl: variables.CEP_LOOKUP_URL, cnpjUrl: variables.CNPJ_LOOKUP_URL },
    tokenLifetimeSeconds: variables.TOKEN_LIFETIME_SECONDS,
    portalSession: {
      idleSeconds: variables.PORTAL_SESSION_IDLE_SECONDS,
      lifetimeSeconds: variables.PORTAL_SESSION_LIFETIME_SECONDS,
    },
    operatorOidc: operatorOidcSettings(variables),
    operatorSession: {
      idleSeconds: variables.OPERATOR_SESSION_IDLE_SECONDS,
      lifetimeSeconds: variables.OPERATOR_SESSION_LIFETIME_SECONDS,
    },
    trustedProxies: variables.TRUSTED_PROXIES,
    logLevel: variables.LOG_LEVEL,
    logFormat: variables.LOG_FORMAT ?? (production ? 'json' : 'text'),
    tracing: tracingSettings(variables),
    shutdownDrainSeconds: variables.SHUTDOWN_DRAIN_SECONDS ?? (production ? PRODUCTION_DRAIN_SECONDS : 0),
  }
}

function metricsSettings(
  { METRICS_HOST: host, METRICS_PORT: chosen }: z.output<typeof environmentSchema>,
  production: boolean,
): MetricsSettings {
  const port = chosen ?? (production ? PRODUCTION_METRICS_PORT : undefined)
  const listener = port === undefined ? undefined : { host, port, isChosen: chosen !== undefined }
  return { onServicePort: !production, listener }
}

const databaseLocation = (variables: z.output<typeof environmentSchema>): DatabaseLocation =>
  variables.DATABASE_URL === undefined
    ? { directory: `${variables.DATA_DIR}/database` }
    : {
        url: variables.DATABASE_URL,
        directUrl: variables.DATABASE_DIRECT_URL,
        preparedStatements: variables.DATABASE_PREPARED_STATEMENTS === 'on',
        poolSize: variables.DATABASE_POOL_SIZE,
        connectTimeoutMs: variables.DATABASE_CONNECT_TIMEOUT_MS,
        statementTimeoutMs: variables.DATABASE_STATEMENT_TIMEOUT_MS,
      }

/** Parses the environment of the process. No other code reads it. */
export const loadSettings = (): Settings => parseSettings(process.env)
