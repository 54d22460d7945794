import { readFileSync } from 'node:fs'
import type { Environment } from './setting-types.ts'

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
