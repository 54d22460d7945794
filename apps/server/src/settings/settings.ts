import { LIMITS } from '@partner-accounts/core'
import * as z from 'zod'
import { DATABASE, databaseLocation, findSchemaProblems, findTimeoutProblems } from './database-settings.ts'
import {
  type Environment,
  findMisspeltNames,
  findQuotedNames,
  findServiceLinks,
  findUnreadFiles,
  readSecretFiles,
  SECRET_FILE_NAMES,
  trimValues,
} from './environment.ts'
import { findKeyScopeProblems, internalKeys, internalKeyScopes } from './internal-key-settings.ts'
import {
  findOperatorOidcProblems,
  isUnencrypted,
  OPERATOR_OIDC,
  operatorOidcSettings,
} from './operator-oidc-settings.ts'
import {
  baseUrl,
  certificates,
  choice,
  cidrList,
  flag,
  mailSender,
  portList,
  sealingKeys,
  signingKeys,
  url,
  wholeNumber,
} from './setting-types.ts'
import { findSharedStoreProblems, SHARED_STORE, sharedStoreLocation } from './shared-store-location.ts'
import { smtpUrl } from './smtp-url.ts'
import { urlWithCredentials } from './url-credentials.ts'
import { findTracingProblems, TRACING, tracingSettings } from './tracing-settings.ts'
import { from, readVariables, type ValuesOf, type VariableProblem, variablesIn } from './variables.ts'

export const DEFAULT_PORT = 3000
export const DEFAULT_DATA_DIRECTORY = '.data'
/** Has a reserved domain (RFC 2606), so that development mails never name a real sender. */
const DEVELOPMENT_SENDER = 'Partner Accounts <no-reply@partner-accounts.example>'

const ENVIRONMENTS = ['production', 'development', 'test'] as const

/** Rejects misspelt values such as `prod`, which would otherwise mean development mode, with generated keys. */
function environmentProblem({ input }: { input?: unknown }): string {
  const expected = `must be ${ENVIRONMENTS.join(', ')} or unset`
  if (typeof input !== 'string') return expected
  const beginning = input.slice(0, 3).toLowerCase()
  const meant = ENVIRONMENTS.find((name) => name.startsWith(beginning))
  return meant === undefined ? expected : `${expected}: did you mean ${meant}?`
}

/** An IPv6 address may be written as in a URL, `[::1]`. */
function listenAddress() {
  return z
    .string()
    .default('127.0.0.1')
    .transform((address) => address.replace(/^\[(.+)\]$/, '$1'))
}

/** Every setting with its name in the code, its variable, and the values that it accepts. */
const SETTINGS = {
  environment: from('NODE_ENV', z.enum(ENVIRONMENTS, { error: environmentProblem }).optional()),
  port: from('PORT', wholeNumber(1, 65_535).default(DEFAULT_PORT)),
  host: from('HOST', listenAddress()),
  publicUrl: from('PUBLIC_URL', baseUrl().optional()),
  allowsHttpPublicUrl: from('ALLOW_HTTP_PUBLIC_URL', flag()),
  dataDirectory: from('DATA_DIR', z.string().default(DEFAULT_DATA_DIRECTORY)),
  database: DATABASE,
  databaseStartTimeoutMs: from('DATABASE_START_TIMEOUT_MS', wholeNumber(0, 600_000).default(30_000)),
  rateLimit: {
    requests: from('RATE_LIMIT_REQUESTS', wholeNumber(1, 1_000_000).default(LIMITS.rate.requests)),
    windowSeconds: from('RATE_LIMIT_WINDOW_SECONDS', wholeNumber(1, 86_400).default(LIMITS.rate.windowSeconds)),
  },
  sharedStore: SHARED_STORE,
  tokenSigningKeys: from('TOKEN_SIGNING_KEYS', signingKeys().optional()),
  dataSealingKeys: from('DATA_SEALING_KEY', sealingKeys().optional()),
  /** All keys are valid, so they can be rotated. */
  internalApiKeys: from('INTERNAL_API_KEY', internalKeys().optional()),
  /** Scopes by the names of keys. A key without a scope may call every procedure. */
  internalKeyScopes: from('INTERNAL_API_KEY_SCOPES', internalKeyScopes().default(new Map())),
  mail: {
    smtpUrl: from('SMTP_URL', smtpUrl().optional()),
    smtp: {
      /** Certificates in PEM. `undefined` stands for the public authorities. */
      ca: from('SMTP_CA_FILE', certificates().optional()),
      /** Maximum number of connections, each of which sends one mail at a time. */
      connections: from('SMTP_CONNECTIONS', wholeNumber(1, 100).default(5)),
    },
    from: from('MAIL_FROM', mailSender().prefault(DEVELOPMENT_SENDER)),
    /** Mails link to this page if it is set. */
    administratorSignInUrl: from('ADMINISTRATOR_SIGN_IN_URL', url('http', 'https').optional()),
  },
  retention: {
    mailDays: from('MAIL_RETENTION_DAYS', wholeNumber(1, 3_650).default(90)),
    rejectionDays: from('RATE_LIMIT_REJECTION_RETENTION_DAYS', wholeNumber(1, 3_650).default(30)),
  },
  /** If it is `off`, mails and webhooks stay in their queues. */
  isOutgoingEnabled: from('OUTGOING', flag('on')),
  webhooks: {
    ports: from('WEBHOOK_PORTS', portList().default([443, 8443])),
    /** Without a proxy, webhooks use direct connections. */
    proxyUrl: from('WEBHOOK_PROXY_URL', urlWithCredentials().pipe(url('http')).optional()),
  },
  metrics: {
    host: from('METRICS_HOST', listenAddress()),
    port: from('METRICS_PORT', wholeNumber(1, 65_535).optional()),
  },
  subscriptionActivation: from('SUBSCRIPTION_ACTIVATION', choice('manual', 'immediate').default('manual')),
  subscriptionNotices: from('SUBSCRIPTION_NOTICES', flag()),
  publicRecords: {
    source: from('PUBLIC_RECORDS', choice('off', 'brasilapi').default('off')),
    cepUrl: from('CEP_LOOKUP_URL', url('http', 'https').optional()),
    cnpjUrl: from('CNPJ_LOOKUP_URL', url('http', 'https').optional()),
  },
  productName: from(
    'PRODUCT_NAME',
    z.string().trim().max(60, 'must have at most 60 characters').default('Partner Accounts'),
  ),
  help: {
    supportUrl: from('SUPPORT_URL', url('https', 'http', 'mailto').optional()),
    statusUrl: from('STATUS_URL', url('http', 'https').optional()),
    /** The addresses from which webhooks are sent, for partners' firewalls. */
    webhookAddresses: from('WEBHOOK_SOURCE_ADDRESSES', cidrList().default([])),
  },
  /** The source of the SDK in the instructions on pages. */
  sdkSource: from('SDK_SOURCE', choice('service', 'registry').default('service')),
  tokenLifetimeSeconds: from('TOKEN_LIFETIME_SECONDS', wholeNumber(1, 31_536_000).default(LIMITS.tokenLifetimeSeconds)),
  portalSession: {
    idleSeconds: from('PORTAL_SESSION_IDLE_SECONDS', wholeNumber(1, 31_536_000).default(12 * 3600)),
    lifetimeSeconds: from('PORTAL_SESSION_LIFETIME_SECONDS', wholeNumber(1, 31_536_000).default(7 * 86_400)),
  },
  operatorSession: {
    idleSeconds: from('OPERATOR_SESSION_IDLE_SECONDS', wholeNumber(1, 31_536_000).default(3600)),
    lifetimeSeconds: from('OPERATOR_SESSION_LIFETIME_SECONDS', wholeNumber(1, 7 * 86_400).default(12 * 3600)),
  },
  trustedProxies: from('TRUSTED_PROXIES', cidrList().default([])),
  version: from('SERVICE_VERSION', z.string().default('dev')),
  logLevel: from('LOG_LEVEL', choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info')),
  logsClientAddresses: from('LOG_CLIENT_ADDRESSES', flag()),
  logFormat: from('LOG_FORMAT', choice('text', 'json').optional()),
  /**
   * Must exceed the idle timeout of a load balancer in front, which otherwise sends requests over closed connections.
   */
  keepAliveSeconds: from('KEEP_ALIVE_SECONDS', wholeNumber(1, 86_400).default(620)),
  /** Time during which load balancers notice that the instance is stopping. */
  shutdownDrainSeconds: from('SHUTDOWN_DRAIN_SECONDS', wholeNumber(0, 120).optional()),
  operatorOidc: OPERATOR_OIDC,
  tracing: TRACING,
}

type Values = ValuesOf<typeof SETTINGS>

export const SETTING_NAMES: readonly string[] = variablesIn(SETTINGS)

/** Load balancers check readiness every second or two. A stop takes 10 s at most. */
const PRODUCTION_DRAIN_SECONDS = 2

const BRASIL_API = 'https://brasilapi.com.br/api'

const PRODUCTION_METRICS_PORT = 9464

/** In development, the service generates or embeds what these variables configure. */
const REQUIRED_IN_PRODUCTION = [
  'DATABASE_URL',
  'TOKEN_SIGNING_KEYS',
  'DATA_SEALING_KEY',
  'INTERNAL_API_KEY',
  'SMTP_URL',
  'MAIL_FROM',
] as const

/** An error whose message has one line per problem. Each line names the variable. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.problems = problems
  }
}

/**
 * Parses the settings, and reads secret files. Spaces and line breaks around a value do not count, and an empty variable
 * counts as unset.
 *
 * @throws SettingsError with all problems
 */
export function parseSettings(environment: Environment): Settings {
  const trimmed = trimValues(environment)
  const serviceLinks = findServiceLinks(trimmed, SETTING_NAMES)
  const withoutLinks = Object.fromEntries(Object.entries(trimmed).filter(([name]) => !serviceLinks.includes(name)))
  const { variables: given, problems: unusableFiles } = readSecretFiles(withoutLinks)
  const misspelt = findMisspeltNames(given, [...SETTING_NAMES, ...SECRET_FILE_NAMES])
  const quoted = findQuotedNames(given, SETTING_NAMES)
  const invalid: VariableProblem[] = []
  const values = readVariables(SETTINGS, given, invalid)
  const production = given['NODE_ENV'] === 'production'
  const required: readonly string[] = production ? REQUIRED_IN_PRODUCTION : []
  const hasUnusableFile = (name: string) => unusableFiles.some((line) => line.startsWith(`${name}_FILE `))
  const missing = required.filter((name) => given[name] === undefined && !hasUnusableFile(name))
  const problems = [
    ...unusableFiles,
    ...quoted.map((name) => `${name} must have no quotes around its value: remove them`),
    ...invalid
      .filter(({ variable }) => !quoted.includes(variable))
      .map(({ variable, message }) => `${variable} ${message}`),
    ...missing.map((name) => `${name} must be set in production`),
    ...misspelt.filter(({ isForeign }) => !isForeign).map(({ problem }) => problem),
    ...findRemovedNames(given),
    ...findSchemaProblems(given),
    ...findUnreadFiles(Object.keys(given), SETTING_NAMES),
    ...findSharedStoreProblems(given),
    ...findOperatorOidcProblems(given, production),
    ...(production && given['ALLOW_HTTP_PUBLIC_URL'] !== 'on' && isUnencrypted(given['PUBLIC_URL'])
      ? [
          'PUBLIC_URL must begin with https:// in production: anyone on the way could copy sessions and links. ' +
            'To accept that, set ALLOW_HTTP_PUBLIC_URL=on',
        ]
      : []),
    ...(invalid.length === 0 ? findConflicts(values) : []),
  ]
  if (problems.length > 0) throw new SettingsError(problems)
  const warnings = [
    ...misspelt.filter(({ isForeign }) => isForeign).map(({ problem }) => problem),
    ...serviceLinks.map((name) => `${name} is ignored: it begins with tcp://, as Kubernetes sets it for a service`),
    ...(production && given['PUBLIC_URL'] === undefined
      ? ['PUBLIC_URL is not set: links in mails lead to the machine of the reader']
      : []),
  ]
  return complete(values, warnings, withoutLinks)
}

/** Rejects a removed protection, which an operator would otherwise believe to be in effect. */
function findRemovedNames({ OPERATOR_SECOND_APPROVER }: Environment): string[] {
  if (OPERATOR_SECOND_APPROVER === undefined || OPERATOR_SECOND_APPROVER === 'off') return []
  return ['OPERATOR_SECOND_APPROVER was removed: operators act without a second approver. Unset it']
}

function findConflicts(values: Values): string[] {
  return [
    ...findKeyScopeProblems(values),
    ...findTracingProblems(values.tracing),
    ...findTimeoutProblems(values.database),
    ...(values.metrics.port === values.port ? ['METRICS_PORT must differ from PORT'] : []),
  ]
}

/** Keys may be missing: `data-directory.ts` generates them. */
export type Settings = ReturnType<typeof complete> & {
  /** The address of `pnpm dev`, which serves the pages and forwards all other requests to the service. */
  frontAddress?: string
}
export type LogLevel = Settings['logLevel']
export type LogFormat = Settings['logFormat']
export type MailSettings = Settings['mail']
export type MetricsListener = NonNullable<Settings['metrics']['listener']>
export type PublicRecordsSettings = Settings['publicRecords']

/** Adds the settings that depend on several variables. */
function complete(values: Values, warnings: string[], withoutFiles: Environment) {
  const { environment, database, ...others } = values
  const production = environment === 'production'
  return {
    ...others,
    production,
    /** Has no trailing slash. */
    publicUrl: values.publicUrl ?? `http://localhost:${values.port}`,
    database: databaseLocation(database, values.dataDirectory, withoutFiles),
    /** One line per variable that is ignored, or whose default is unlikely to be meant. */
    warnings,
    /** Without a shared store, each process counts its own requests. */
    sharedStore: sharedStoreLocation(values.sharedStore),
    metrics: { onServicePort: !production, listener: metricsListener(values.metrics, production) },
    webhooks: { ...values.webhooks, allowLoopback: !production },
    /** Each URL contains `{cep}` or `{cnpj}`, or the number is appended to it. */
    publicRecords: publicRecordsSettings(values.publicRecords),
    /** Without a provider, operators sign in with links only. */
    operatorOidc: operatorOidcSettings(values.operatorOidc),
    logFormat: values.logFormat ?? (production ? 'json' : 'text'),
    tracing: tracingSettings(values.tracing),
    shutdownDrainSeconds: values.shutdownDrainSeconds ?? (production ? PRODUCTION_DRAIN_SECONDS : 0),
  }
}

function metricsListener({ host, port: chosen }: Values['metrics'], production: boolean) {
  const port = chosen ?? (production ? PRODUCTION_METRICS_PORT : undefined)
  // If the default port is taken, the service starts without metrics.
  return port === undefined ? undefined : { host, port, isChosen: chosen !== undefined }
}

function publicRecordsSettings({ source, cepUrl, cnpjUrl }: Values['publicRecords']) {
  const isOn = source === 'brasilapi'
  return {
    cepUrl: cepUrl ?? (isOn ? `${BRASIL_API}/cep/v1` : undefined),
    cnpjUrl: cnpjUrl ?? (isOn ? `${BRASIL_API}/cnpj/v1` : undefined),
  }
}

/** Besides this function, only OpenTelemetry reads the environment. */
export const loadSettings = (): Settings => parseSettings(process.env)
