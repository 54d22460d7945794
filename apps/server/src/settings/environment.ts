import { readFileSync } from 'node:fs'
import { typingErrors } from '@partner-accounts/core'

/** The variables that are set. */
export type Environment = Readonly<Record<string, string | undefined>>

/** `NAME_FILE` can read them from a file. */
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

/** Returns the variables with secret files' contents, and a problem per unusable `NAME_FILE`. */
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
      // Empty files count as unset, like empty variables. Editors add a newline.
      variables[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined
    } catch (error) {
      problems.push(`${name}_FILE ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  return { variables, problems }
}

/** Shorter names are close to too many others. */
const MIN_LENGTH = 8
const MAX_ERRORS = 2

/** Such as `RATE_LIMIT_REQUEST`. */
export const findMisspeltNames = (given: readonly string[], settings: readonly string[]): string[] =>
  given
    .filter((name) => name.length >= MIN_LENGTH && !settings.includes(name))
    .flatMap((name) => {
      const [nearest] = settings
        .filter((setting) => setting.length >= MIN_LENGTH)
        .map((setting) => ({ setting, errors: typingErrors(name.toUpperCase(), setting).at(-1)! }))
        .filter(({ errors }) => errors <= MAX_ERRORS)
        .sort((one, other) => one.errors - other.errors)
      return nearest ? [`${name} is not a setting: did you mean ${nearest.setting}?`] : []
    })
