import { readFileSync } from 'node:fs'

type Variables = Readonly<Record<string, string | undefined>>

/** Settings that contain secrets, which `NAME_FILE` can read from a file. */
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
  'OPERATOR_OIDC_CLIENT_SECRET',
] as const

export const SECRET_FILE_NAMES: readonly string[] = SECRETS.map((name) => `${name}_FILE`)

/** Returns the variables with the contents of the secret files, and a problem for each unusable `NAME_FILE`. */
export function readSecretFiles(given: Variables): { variables: Variables; problems: string[] } {
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
      // An empty file counts as unset, as an empty variable does. Editors end files with a newline.
      variables[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined
    } catch (error) {
      problems.push(`${name}_FILE ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  return { variables, problems }
}
