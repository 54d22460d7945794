import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { trimInvisible, typingErrors } from '@partner-accounts/core'

/** The variables that are set. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Settings that can be read from a file, whose path is in `NAME_FILE`. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'REDIS_URL',
  'REDIS_SENTINEL_PASSWORD',
  'UPSTASH_REDIS_REST_TOKEN',
  'TOKEN_SIGNING_KEYS',
  'DATA_SEALING_KEY',
  'INTERNAL_API_KEY',
  'SMTP_URL',
  'WEBHOOK_PROXY_URL',
  'OPERATOR_OIDC_CLIENT_SECRET',
] as const

export const SECRET_FILE_NAMES: readonly string[] = SECRETS.map((name) => `${name}_FILE`)

/** Returns the variables with the contents of secret files, and a problem per unusable `NAME_FILE`. */
export function readSecretFiles(given: Environment): { variables: Environment; problems: string[] } {
  const variables = { ...given }
  const problems: string[] = []
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`]
    if (file === undefined) continue
    if (given[name] !== undefined) {
      problems.push(`${name}_FILE must not be set together with ${name}`)
      continue
    }
    try {
      const bytes = readFileSync(file)
      if (isUtf8(bytes)) {
        // Empty files count as unset, like empty variables. Editors add a newline.
        variables[name] = trimInvisible(bytes.toString()) || undefined
      } else problems.push(`${name}_FILE ${file} must be UTF-8: PowerShell and some editors write UTF-16`)
    } catch (error) {
      problems.push(`${name}_FILE ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  return { variables, problems }
}

/** Returns `undefined` for an unreadable file. */
export function readSecretFile(file: string): string | undefined {
  try {
    return trimInvisible(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Removes white space around values, because secrets often end with a line break, and removes empty variables. */
export const trimValues = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment)
      .map(([name, value = '']) => [name, trimInvisible(value)] as const)
      .filter(([, value]) => value !== ''),
  )

/**
 * Returns settings with a value in quotes. Shells and compose remove the quotes, but `docker run --env-file` and Kubernetes
 * do not.
 */
export const findQuotedNames = (given: Environment, settings: readonly string[]): string[] =>
  settings.filter((name) => /^(["']).*\1$/s.test(given[name] ?? ''))

/**
 * Returns settings that Kubernetes has set. For a service named `metrics`, it sets `METRICS_PORT=tcp://10.0.0.1:80` in each
 * pod.
 */
export const findServiceLinks = (given: Environment, settings: readonly string[]): string[] =>
  settings.filter((name) => /(^|_)PORT$/.test(name) && given[name]?.startsWith('tcp://'))

/** Returns a problem per `NAME_FILE` of a setting that is not a secret, such as `MAIL_FROM_FILE`. */
export const findUnreadFiles = (given: readonly string[], settings: readonly string[]): string[] =>
  given
    .filter((name) => name.endsWith('_FILE') && ![...settings, ...SECRET_FILE_NAMES].includes(name))
    .map((name) => ({ name, setting: name.slice(0, -'_FILE'.length) }))
    .filter(({ setting }) => settings.includes(setting))
    .map(({ name, setting }) => `${name} is not read, because ${setting} is not a secret: set ${setting} itself`)

/** Shorter names resemble too many others. */
const MIN_LENGTH = 8
const MAX_ERRORS = 2
/** OpenTelemetry's variables for logs differ by two letters from those for traces. */
const LOG_VARIABLE_PREFIX = 'OTEL_BLRP_'

interface MisspeltName {
  problem: string
  /**
   * Whether the variable probably belongs to another program. That is assumed if the setting that it resembles is set as
   * well, or if Kubernetes set the variable.
   */
  isForeign: boolean
}

/** Returns a problem per variable that resembles a setting, such as `RATE_LIMIT_REQUEST`. */
export function findMisspeltNames(given: Environment, settings: readonly string[]): MisspeltName[] {
  const isSet = (name: string) => given[name] !== undefined || given[`${name}_FILE`] !== undefined
  return Object.keys(given)
    .filter((name) => isSet(name) && name.length >= MIN_LENGTH && !name.startsWith(LOG_VARIABLE_PREFIX))
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const nearest = nearestOf(name, settings)
      if (nearest === undefined) return []
      const isForeign = isSet(nearest) || given[name]?.startsWith('tcp://') === true
      const meaning = isForeign ? 'it is ignored' : `did you mean ${nearest}?`
      return [{ problem: `${name} is not a setting: ${meaning}`, isForeign }]
    })
}

function nearestOf(name: string, settings: readonly string[]): string | undefined {
  const [nearest] = settings
    .filter((setting) => setting.length >= MIN_LENGTH)
    // `typingErrors` returns a count for each beginning of the setting. The last count is for the whole name.
    .map((setting) => ({ setting, errors: typingErrors(name.toUpperCase(), setting).at(-1)! }))
    .filter(({ errors }) => errors <= MAX_ERRORS)
    .sort((one, other) => one.errors - other.errors)
  return nearest?.setting
}
