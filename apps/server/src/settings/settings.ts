import { LIMITS } from '@partner-accounts/core'
import { type DatabaseLocation, SERVER_DEFAULTS } from '@partner-accounts/db'
import * as z from 'zod'
import { type Environment, findMisspeltNames, readSecretFiles, SECRET_FILE_NAMES } from './environment.ts'
import { findKeyScopeProblems, internalKeys, internalKeyScopes } from './internal-key-settings.ts'
import {
  findOperatorOidcProblems,
  isReadable,
  OPERATOR_OIDC_VARIABLES,
  operatorOidcSettings,
} from './operator-oidc-settings.ts'
import {
  certificates,
  choice,
  cidrList,
  databaseUrl,
  flag,
  mailSender,
  portList,
  sealingKeys,
  signingKeys,
  url,
  wholeNumber,
} from './setting-types.ts'
import { findSharedStoreProblems, SHARED_STORE_VARIABLES, sharedStoreLocation } from './shared-store-location.ts'
import { TRACING_VARIABLES, tracingSettings } from './tracing-settings.ts'

export const DEFAULT_PORT = 3000
export const DEFAULT_DATA_DIRECTORY = '.data'
/** Reserved (RFC 2606): development mails are nobody's. */
const DEVELOPMENT_SENDER = 'Partner Accounts <no-reply@partner-accounts.example>'

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
  PORT: wholeNumber(1, 65_535).default(DEFAULT_PORT),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url('http', 'https').optional(),
  ALLOW_HTTP_PUBLIC_URL: flag(),
  DATA_DIR: z.string().default(DEFAULT_DATA_DIRECTORY),
  DATABASE_URL: databaseUrl().optional(),
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  DATABASE_PREPARED_STATEMENTS: flag('on'),
  DATABASE_POOL_SIZE: wholeNumber(1, 1_000).default(SERVER_DEFAULTS.poolSize),
  DATABASE_CONNECT_TIMEOUT_MS: wholeNumber(100, 60_000).default(SERVER_DEFAULTS.connectTimeoutMs),
  DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(100, 60_000).default(SERVER_DEFAULTS.statementTimeoutMs),
  DATABASE_START_TIMEOUT_MS: wholeNumber(0, 600_000).default(30_000),
  RATE_LIMIT_REQUESTS: wholeNumber(1, 1_000_000).default(LIMITS.rate.requests),
  RATE_LIMIT_WINDOW_SECONDS: wholeNumber(1, 86_400).default(LIMITS.rate.windowSeconds),
  ...SHARED_STORE_VARIABLES,
  TOKEN_SIGNING_KEYS: signingKeys().optional(),
  DATA_SEALING_KEY: sealingKeys().optional(),
  INTERNAL_API_KEY: internalKeys().optional(),
  INTERNAL_API_KEY_SCOPES: internalKeyScopes().default(new Map()),
  SMTP_URL: url('smtp', 'smtps').optional(),
  SMTP_CA_FILE: certificates().optional(),
  SMTP_CONNECTIONS: wholeNumber(1, 100).default(5),
  MAIL_FROM: mailSender().prefault(DEVELOPMENT_SENDER),
  ADMINISTRATOR_SIGN_IN_URL: url('http', 'https').optional(),
  MAIL_RETENTION_DAYS: wholeNumber(1, 3_650).default(90),
  RATE_LIMIT_REJECTION_RETENTION_DAYS: wholeNumber(1, 3_650).default(30),
  WEBHOOK_PORTS: portList().default([443, 8443]),
  WEBHOOK_PROXY_URL: url('http').optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  SUBSCRIPTION_ACTIVATION: choice('manual', 'immediate').default('manual'),
  SUBSCRIPTION_NOTICES: flag(),
  PUBLIC_RECORDS: choice('off', 'brasilapi').default('off'),
  CEP_LOOKUP_URL: url('http', 'https').optional(),
  CNPJ_LOOKUP_URL: url('http', 'https').optional(),
  PRODUCT_NAME: z.string().trim().max(60, 'must have at most 60 characters').default('Partner Accounts'),
  SUPPORT_URL: url('https', 'http', 'mailto').optional(),
  STATUS_URL: url('http', 'https').optional(),
  TOKEN_LIFETIME_SECONDS: wholeNumber(1, 31_536_000).default(LIMITS.tokenLifetimeSeconds),
  PORTAL_SESSION_IDLE_SECONDS: wholeNumber(1, 31_536_000).default(12 * 3600),
  PORTAL_SESSION_LIFETIME_SECONDS: wholeNumber(1, 31_536_000).default(7 * 86_400),
  OPERATOR_SESSION_IDLE_SECONDS: wholeNumber(1, 31_536_000).default(3600),
  OPERATOR_SESSION_LIFETIME_SECONDS: wholeNumber(1, 7 * 86_400).default(12 * 3600),
  TRUSTED_PROXIES: cidrList().default([]),
  OPERATOR_SECOND_APPROVER: flag(),
  SERVICE_VERSION: z.string().default('dev'),
  LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  LOG_FORMAT: choice('text', 'json').optional(),
  SHUTDOWN_DRAIN_SECONDS: wholeNumber(0, 120).optional(),
  ...OPERATOR_OIDC_VARIABLES,
  ...TRACING_VARIABLES,
})

type Variables = z.output<typeof environmentSchema>

export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape)

/** Load balancers check readiness every second or two. A stop takes 10 s at most. */
const PRODUCTION_DRAIN_SECONDS = 2

const BRASIL_API = 'https://brasilapi.com.br/api'

const PRODUCTION_METRICS_PORT = 9464

/** In development, the service generates or embeds what they configure. */
const REQUIRED_IN_PRODUCTION = [
  'DATABASE_URL',
  'TOKEN_SIGNING_KEYS',
  'DATA_SEALING_KEY',
  'INTERNAL_API_KEY',
  'SMTP_URL',
  'MAIL_FROM',
] as const

/** The message has one line per problem, which names the variable. */
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
 * Parses the settings, and reads secret files. An empty variable counts as unset.
 *
 * @throws SettingsError with all problems
 */
export function parseSettings(environment: Environment): Settings {
  const { variables: given, problems: unusableFiles } = readSecretFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
  )
  const parsed = environmentSchema.safeParse(given)
  const production = given['NODE_ENV'] === 'production'
  const problems = [
    ...unusableFiles,
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`),
    ...(production ? REQUIRED_IN_PRODUCTION : [])
      .filter((name) => given[name] === undefined && !unusableFiles.some((line) => line.startsWith(`${name}_FILE `)))
      .map((name) => `${name} must be set in production`),
    ...findMisspeltNames(Object.keys(given), [...SETTING_NAMES, ...SECRET_FILE_NAMES]),
    ...findSharedStoreProblems(given),
    ...findOperatorOidcProblems(given, production),
    ...(production && given['ALLOW_HTTP_PUBLIC_URL'] !== 'on' && isReadable(given['PUBLIC_URL'])
      ? [
          'PUBLIC_URL must begin with https:// in production: anyone on the way could copy sessions and links. ' +
            'To accept that, set ALLOW_HTTP_PUBLIC_URL=on',
        ]
      : []),
    ...(parsed.data ? findKeyScopeProblems(parsed.data) : []),
    ...(parsed.data && parsed.data.METRICS_PORT === parsed.data.PORT ? ['METRICS_PORT must differ from PORT'] : []),
  ]
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems)
  return toSettings(parsed.data)
}

/** `data-directory.ts` generates missing keys. */
export type Settings = ReturnType<typeof toSettings>
export type LogLevel = Settings['logLevel']
export type LogFormat = Settings['logFormat']
export type MailSettings = Settings['mail']
export type MetricsListener = NonNullable<Settings['metrics']['listener']>
export type PublicRecordsSettings = Settings['publicRecords']

function toSettings(variables: Variables) {
  const production = variables.NODE_ENV === 'production'
  return {
    version: variables.SERVICE_VERSION,
    production,
    host: variables.HOST,
    port: variables.PORT,
    /** Without trailing slash. */
    publicUrl: (variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`).replace(/\/+$/, ''),
    dataDirectory: variables.DATA_DIR,
    database: databaseLocation(variables),
    databaseStartTimeoutMs: variables.DATABASE_START_TIMEOUT_MS,
    rateLimit: { requests: variables.RATE_LIMIT_REQUESTS, windowSeconds: variables.RATE_LIMIT_WINDOW_SECONDS },
    /** `undefined`: each process counts its own requests. */
    sharedStore: sharedStoreLocation(variables),
    tokenSigningKeys: variables.TOKEN_SIGNING_KEYS,
    dataSealingKeys: variables.DATA_SEALING_KEY,
    /** All are valid, so keys can be rotated. */
    internalApiKeys: variables.INTERNAL_API_KEY,
    /** Unnamed keys are unrestricted. */
    internalKeyScopes: variables.INTERNAL_API_KEY_SCOPES,
    mail: {
      smtpUrl: variables.SMTP_URL,
      smtp: {
        /** Each sends one mail at a time. */
        connections: variables.SMTP_CONNECTIONS,
        /** PEM; `undefined`: the public authorities. */
        ca: variables.SMTP_CA_FILE,
      },
      from: variables.MAIL_FROM,
      /** `undefined`: mails do not link to it. */
      administratorSignInUrl: variables.ADMINISTRATOR_SIGN_IN_URL,
    },
    retention: {
      mailDays: variables.MAIL_RETENTION_DAYS,
      rejectionDays: variables.RATE_LIMIT_REJECTION_RETENTION_DAYS,
    },
    metrics: {
      onServicePort: !production,
      listener: metricsListener(variables, production),
    },
    subscriptionActivation: variables.SUBSCRIPTION_ACTIVATION,
    webhooks: {
      ports: variables.WEBHOOK_PORTS,
      allowLoopback: !production,
      /** `undefined`: direct connections. */
      proxyUrl: variables.WEBHOOK_PROXY_URL,
    },
    subscriptionNotices: variables.SUBSCRIPTION_NOTICES,
    requiresSecondApprover: variables.OPERATOR_SECOND_APPROVER,
    /** With `{cep}` or `{cnpj}`, or to be appended. */
    publicRecords: publicRecordsSettings(variables),
    productName: variables.PRODUCT_NAME,
    help: { supportUrl: variables.SUPPORT_URL, statusUrl: variables.STATUS_URL },
    tokenLifetimeSeconds: variables.TOKEN_LIFETIME_SECONDS,
    portalSession: {
      idleSeconds: variables.PORTAL_SESSION_IDLE_SECONDS,
      lifetimeSeconds: variables.PORTAL_SESSION_LIFETIME_SECONDS,
    },
    /** `undefined`: sign-in links only. */
    operatorOidc: operatorOidcSettings(variables),
    operatorSession: {
      idleSeconds: variables.OPERATOR_SESSION_IDLE_SECONDS,
      lifetimeSeconds: variables.OPERATOR_SESSION_LIFETIME_SECONDS,
    },
    trustedProxies: variables.TRUSTED_PROXIES,
    logLevel: variables.LOG_LEVEL,
    logFormat: variables.LOG_FORMAT ?? (production ? 'json' : 'text'),
    tracing: tracingSettings(variables),
    /** Until load balancers have noticed. */
    shutdownDrainSeconds: variables.SHUTDOWN_DRAIN_SECONDS ?? (production ? PRODUCTION_DRAIN_SECONDS : 0),
  }
}

function metricsListener({ METRICS_HOST: host, METRICS_PORT: chosen }: Variables, production: boolean) {
  const port = chosen ?? (production ? PRODUCTION_METRICS_PORT : undefined)
  // If the default port is taken, the service starts without metrics.
  return port === undefined ? undefined : { host, port, isChosen: chosen !== undefined }
}

function publicRecordsSettings(variables: Variables) {
  const isOn = variables.PUBLIC_RECORDS === 'brasilapi'
  return {
    cepUrl: variables.CEP_LOOKUP_URL ?? (isOn ? `${BRASIL_API}/cep/v1` : undefined),
    cnpjUrl: variables.CNPJ_LOOKUP_URL ?? (isOn ? `${BRASIL_API}/cnpj/v1` : undefined),
  }
}

const databaseLocation = (variables: Variables): DatabaseLocation =>
  variables.DATABASE_URL === undefined
    ? { directory: `${variables.DATA_DIR}/database` }
    : {
        url: variables.DATABASE_URL,
        directUrl: variables.DATABASE_DIRECT_URL,
        preparedStatements: variables.DATABASE_PREPARED_STATEMENTS,
        poolSize: variables.DATABASE_POOL_SIZE,
        connectTimeoutMs: variables.DATABASE_CONNECT_TIMEOUT_MS,
        statementTimeoutMs: variables.DATABASE_STATEMENT_TIMEOUT_MS,
      }

/** No other code reads the environment. */
export const loadSettings = (): Settings => parseSettings(process.env)
