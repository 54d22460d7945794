import { DomainError } from '@partner-accounts/core'
import { DatabaseError } from 'pg'

export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'

  /** @param isTemporary whether a later attempt may succeed */
  constructor(
    message: string,
    cause?: unknown,
    readonly isTemporary = false,
  ) {
    super(message, { cause })
  }
}

/** Tested against the error's code and message. */
const REJECTIONS: readonly [RegExp, problem: string, remedy: string][] = [
  [/^28P01|^SASL/, 'is rejected', 'correct the user and the password'],
  [/^28000/, 'is rejected', 'correct the user, or allow this connection in pg_hba.conf'],
  [/^3D000/, 'is rejected', 'create the database, or correct its name'],
  [/^42501/, 'is rejected', 'make the user the owner of the database'],
  [
    /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_)|^(ENOENT|EACCES) .*, open|^The server does not support SSL/,
    'requires TLS, which fails',
    "correct sslmode and sslrootcert, or the server's certificate",
  ],
]

/**
 * Returns other errors unchanged, such as a failed migration.
 *
 * @param variable the setting of the URL
 */
export function toStartError(error: unknown, variable: string, url: string): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof DomainError && error.kind === 'storage-unavailable') {
    const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
    const isSocketCode = /^E[A-Z_]+$/.test(code ?? '')
    return new DatabaseStartError(
      `${variable} leads to ${hostsOf(url)}, which is unavailable (${isSocketCode ? code : message}): start PostgreSQL there, or correct the address`,
      error,
      true,
    )
  }
  // A failed migration's cause.
  const { code, message } = (error.cause instanceof DatabaseError ? error.cause : error) as NodeJS.ErrnoException
  const text = code === undefined ? message : `${code} ${message}`
  const [, problem, remedy] = REJECTIONS.find(([pattern]) => pattern.test(text)) ?? []
  return problem === undefined ? error : new DatabaseStartError(`${variable} ${problem} (${message}): ${remedy}`, error)
}

const hostsOf = (url: string) => /^\w+:\/\/(?:[^/?#]*@)?([^/?#]+)/.exec(url)?.[1] ?? 'a socket'

export const directoryError = (problem: string, remedy: string, cause?: unknown): DatabaseStartError =>
  new DatabaseStartError(`DATA_DIR ${problem}: ${remedy}`, cause)
