import { type DatabaseLocation, SERVER_DEFAULTS } from '@partner-accounts/db'
import { type Environment, readSecretFile } from './environment.ts'
import { databaseUrl, flag, wholeNumber } from './setting-types.ts'
import { from, type ValuesOf } from './variables.ts'

export const DATABASE = {
  url: from('DATABASE_URL', databaseUrl().optional()),
  directUrl: from('DATABASE_DIRECT_URL', databaseUrl().optional()),
  hasPreparedStatements: from('DATABASE_PREPARED_STATEMENTS', flag('on')),
  poolSize: from('DATABASE_POOL_SIZE', wholeNumber(1, 1_000).default(SERVER_DEFAULTS.poolSize)),
  connectTimeoutMs: from(
    'DATABASE_CONNECT_TIMEOUT_MS',
    wholeNumber(100, 60_000).default(SERVER_DEFAULTS.connectTimeoutMs),
  ),
  statementTimeoutMs: from(
    'DATABASE_STATEMENT_TIMEOUT_MS',
    wholeNumber(100, 60_000).default(SERVER_DEFAULTS.statementTimeoutMs),
  ),
}

type DatabaseValues = ValuesOf<typeof DATABASE>

/** Reports different schemas in `?schema=` of both URLs, because all tables are in one schema. */
export function findSchemaProblems({ DATABASE_URL, DATABASE_DIRECT_URL }: Environment): string[] {
  // Prisma does not escape the schema in its SQL.
  if (/[?&]schema=[^&#]*("|%22|%00)/.test(DATABASE_URL ?? ''))
    return ['DATABASE_URL must have no quotes or %00 in ?schema=']
  const schema = schemaOf(DATABASE_URL)
  const directSchema = schemaOf(DATABASE_DIRECT_URL)
  return directSchema === undefined || directSchema === schema
    ? []
    : ['DATABASE_DIRECT_URL must have the same ?schema= as DATABASE_URL, or none']
}

const schemaOf = (url: string | undefined): string | undefined => /[?&]schema=([^&#]*)/.exec(url ?? '')?.[1]

/** The service responds within 5 s, also while its database hangs. */
const MAX_DATABASE_WAIT_MS = 4_500

/** Reports timeouts that are too long together. */
export function findTimeoutProblems({ connectTimeoutMs, statementTimeoutMs }: DatabaseValues): string[] {
  if (connectTimeoutMs + statementTimeoutMs <= MAX_DATABASE_WAIT_MS) return []
  return [
    `DATABASE_CONNECT_TIMEOUT_MS and DATABASE_STATEMENT_TIMEOUT_MS must be at most ${MAX_DATABASE_WAIT_MS} together: callers wait 5 s`,
  ]
}

/** @param given the environment before secret files were read */
export function databaseLocation(
  { url, directUrl, ...limits }: DatabaseValues,
  dataDirectory: string,
  given: Environment,
): DatabaseLocation {
  if (url === undefined) return { directory: `${dataDirectory}/database` }
  return {
    url,
    readUrl: databaseUrlReader(given['DATABASE_URL_FILE'], url),
    directUrl,
    readDirectUrl: databaseUrlReader(given['DATABASE_DIRECT_URL_FILE'], directUrl),
    ...limits,
  }
}

/**
 * Returns a function that reads the URL from its file, because its password may be rotated. While the file has no valid
 * URL, for example because it is being written, the function returns the last one.
 */
function databaseUrlReader(file: string | undefined, initialUrl: string | undefined): (() => string) | undefined {
  if (file === undefined || initialUrl === undefined) return undefined
  let url = initialUrl
  return () => {
    const { data } = databaseUrl().safeParse(readSecretFile(file))
    url = data ?? url
    return url
  }
}
