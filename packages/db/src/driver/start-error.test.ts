import { DomainError } from '@partner-accounts/core'
import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'
import { codedError } from './coded-error.ts'
import { DatabaseStartError, toStartError } from './start-error.ts'

const URL = 'postgresql://app:secret@db.example:5432/accounts'
const databaseError = (code: string, message: string) =>
  Object.assign(new DatabaseError(message, message.length, 'error'), { code, severity: 'ERROR' })
const startError = (error: unknown, url = URL) => toStartError(error, 'DATABASE_URL', url) as DatabaseStartError

describe('toStartError', () => {
  it.each([
    [databaseError('28P01', 'wrong password'), 'is rejected', 'correct the user and the password'],
    [new Error('SASL: no password'), 'is rejected', 'correct the user and the password'],
    [databaseError('28000', 'no entry'), 'is rejected', 'correct the user, or allow this connection in pg_hba.conf'],
    [databaseError('3D000', 'no database'), 'is rejected', 'create the database, or correct its name'],
    ...[
      databaseError('42501', 'permission denied to create extension "pg_trgm"'),
      databaseError('0A000', 'extension "btree_gin" is not available'),
      databaseError('58P01', 'could not open extension control file'),
    ].map((error): [Error, string, string] => [
      error,
      'leads to a database without an extension',
      'an administrator installs postgresql-contrib and runs CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin',
    ]),
    [
      databaseError('42501', 'permission denied for schema public'),
      'is rejected',
      'make the user the owner of the database, or of the schema',
    ],
    [
      databaseError('42501', 'permission denied for database'),
      'is rejected',
      'make the user the owner of the database',
    ],
    [
      databaseError('08P01', 'unsupported startup parameter: options'),
      'is rejected',
      'remove this parameter from the URL, and set for the role what it sets (ALTER ROLE … SET …)',
    ],
    ...[
      codedError('ERR_TLS_CERT_ALTNAME_INVALID', 'other host'),
      codedError('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknown CA'),
      codedError('ENOENT', 'no such file or directory, open ca.pem'),
      new Error('The server does not support SSL connections'),
    ].map((error): [Error, string, string] => [
      error,
      'requires TLS, which fails',
      "correct sslmode and sslrootcert, or the server's certificate",
    ]),
  ])('%s: names problem and remedy', (error, problem, remedy) => {
    const found = startError(error)
    expect(found).toBeInstanceOf(DatabaseStartError)
    expect(found.message).toBe(`DATABASE_URL ${problem} (${error.message}): ${remedy}`)
    expect(found).toMatchObject({ cause: error, isTemporary: false })
  })

  it.each([
    [codedError('ECONNREFUSED', 'refused'), 'ECONNREFUSED', 'start PostgreSQL there, or correct the address'],
    [new Error('Connection terminated'), 'Connection terminated', 'start PostgreSQL there, or correct the address'],
    [databaseError('57P03', 'starting up'), 'starting up', 'start PostgreSQL there, or correct the address'],
    [
      databaseError('25006', 'read-only'),
      'read-only',
      'name the primary instead of a standby, or reset default_transaction_read_only of the role, database or server',
    ],
    ...['57014', '57P05', '25P03'].map((code): [Error, string, string] => [
      databaseError(code, 'timeout'),
      'timeout',
      'wait until it responds faster, or reset statement_timeout, idle_session_timeout and idle_in_transaction_session_timeout of the role, database or server',
    ]),
  ])('%s: reports an unavailable server as temporary', (error, reason, remedy) => {
    const found = startError(error)
    expect(found.message).toBe(`DATABASE_URL leads to db.example:5432, which is unavailable (${reason}): ${remedy}`)
    expect(found.isTemporary).toBe(true)
  })

  it.each([
    ['postgresql://one:5432,two:5432/accounts', 'one:5432,two:5432'],
    ['postgresql://app:secret@/accounts?host=/run/postgresql', 'a socket'],
    ['postgresql:///accounts?host=/run/postgresql', 'a socket'],
  ])('%s: names the hosts', (url, hosts) => {
    expect(startError(new DomainError('storage-unavailable'), url).message).toContain(`leads to ${hosts}, which is`)
  })

  it('explains the database’s error that made a migration fail, and reports the failed migration as its cause', () => {
    const error = new Error('migration 1_init failed', {
      cause: databaseError('42501', 'permission denied for schema a'),
    })
    expect(startError(error)).toMatchObject({
      message: expect.stringContaining('make the user the owner of the database, or of the schema') as string,
      cause: error,
    })
  })

  it('returns other errors unchanged', () => {
    const failed = new Error('migration 1_init failed', { cause: databaseError('42601', 'syntax error') })
    for (const error of [failed, new DatabaseStartError('explained'), new DomainError('account-not-found'), 'text'])
      expect(toStartError(error, 'DATABASE_URL', URL)).toBe(error)
  })
})
