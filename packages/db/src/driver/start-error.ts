import { DomainError } from '@partner-accounts/core'
import { DatabaseError } from 'pg'
import { toDomainError } from './database-errors.ts'

export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
  readonly isTemporary: boolean

  /** @param isTemporary whether a later attempt may succeed */
  constructor(message: string, cause?: unknown, isTemporary = false) {
    super(message, { cause })
    this.isTemporary = isTemporary
  }
}

/** Patterns match the error's code and message. */
const REJECTIONS: readonly [RegExp, problem: string, remedy: string][] = [
  [/^28P01|^SASL/, 'is rejected', 'correct the user and the password'],
  [/^28000/, 'is rejected', 'correct the user, or allow this connection in pg_hba.conf'],
  [/^3D000/, 'is rejected', 'create the database, or correct its name'],
  [
    /^\w+ (permission denied to create extension|extension .* is not available|could not open extension control file)/,
    'leads to a database without an extension',
    'an administrator installs postgresql-contrib and runs CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin',
  ],
  [/^42501 permission denied for schema/, 'is rejected', 'make the user the owner of the database, or of the schema'],
  [/^42501/, 'is rejected', 'make the user the owner of the database'],
  [
    /unsupported startup parameter/,
    'is rejected',
    'remove this parameter from the URL, and set for the role what it sets (ALTER ROLE … SET …)',
  ],
  [
    /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_)|^(ENOENT|EACCES) .*, open|^The server does not support SSL/,
    'requires TLS, which fails',
    "correct sslmode and sslrootcert, or the server's certificate",
  ],
]

/**
 * Adds the problem and the remedy to an error of the database or its configuration. Returns other errors unchanged,
 * for example that of a migration with invalid SQL.
 *
 * @param variable the setting that contains the URL
 */
export function toStartError(error: unknown, variable: string, url: string): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseStartError) return error
  return rejectionOf(error, variable) ?? unavailabilityOf(error, variable, url) ?? error
}

function rejectionOf(error: Error, variable: string): DatabaseStartError | undefined {
  // The error of a failed migration has the database's error as its cause.
  const { code, message } = (error.cause instanceof DatabaseError ? error.cause : error) as NodeJS.ErrnoException
  const text = code === undefined ? message : `${code} ${message}`
  const [, problem, remedy] = REJECTIONS.find(([pattern]) => pattern.test(text)) ?? []
  if (problem === undefined) return undefined
  return new DatabaseStartError(`${variable} ${problem} (${message}): ${remedy}`, error)
}

function unavailabilityOf(error: Error, variable: string, url: string): DatabaseStartError | undefined {
  const unavailable = toDomainError(error)
  if (!(unavailable instanceof DomainError) || unavailable.kind !== 'storage-unavailable') return undefined
  const { code, message } = (unavailable.cause ?? unavailable) as NodeJS.ErrnoException
  const reason = code !== undefined && /^E[A-Z_]+$/.test(code) ? code : message
  const remedy = REMEDIES[code ?? ''] ?? 'start PostgreSQL there, or correct the address'
  return new DatabaseStartError(
    `${variable} leads to ${hostsOf(url)}, which is unavailable (${reason}): ${remedy}`,
    unavailable,
    true,
  )
}

const LONGER_TIMEOUT =
  'wait until it responds faster, or reset statement_timeout, idle_session_timeout and idle_in_transaction_session_timeout of the role, database or server'

/** Remedies by SQLSTATE. */
const REMEDIES: Record<string, string> = {
  '25006':
    'name the primary instead of a standby, or reset default_transaction_read_only of the role, database or server',
  '57014': LONGER_TIMEOUT,
  '57P05': LONGER_TIMEOUT,
  '25P03': LONGER_TIMEOUT,
}

/** Returns the hosts of a URL, without the user and the password. A URL without hosts leads to a socket. */
const hostsOf = (url: string) => /^\w+:\/\/(?:[^/?#]*@)?([^/?#@]+)(?=[/?#]|$)/.exec(url)?.[1] ?? 'a socket'

export const directoryError = (problem: string, remedy: string, cause?: unknown): DatabaseStartError =>
  new DatabaseStartError(`DATA_DIR ${problem}: ${remedy}`, cause)
