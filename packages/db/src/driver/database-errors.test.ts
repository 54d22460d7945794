import { DomainError } from '@partner-accounts/core'
import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'
import { breaksConnection, toConnectError, toDomainError } from './database-errors.ts'

const databaseError = (code: string, { message = 'failed', severity = 'ERROR', constraint = '' } = {}) =>
  Object.assign(new DatabaseError(message, message.length, 'error'), {
    code,
    severity,
    constraint: constraint || undefined,
  })
const socketError = (code: string) => Object.assign(new Error(`connect ${code}`), { code })
const unavailable = (cause: unknown) => expect.objectContaining({ kind: 'storage-unavailable', cause }) as unknown

describe('toDomainError', () => {
  it.each([
    ['08006', 'lost connection'],
    ['53100', 'full disk'],
    ['53300', 'too many connections'],
    ['58030', 'I/O error'],
    ['57P01', 'shutdown'],
    ['57P03', 'start'],
    ['57P05', 'idle session'],
    ['57014', 'statement timeout'],
    ['55P03', 'lock timeout'],
    ['25P03', 'idle transaction'],
    ['25006', 'read-only server'],
    ['40001', 'serialization failure'],
    ['40P01', 'deadlock'],
    ['CIINF', 'deadlock while Citus moves rows'],
    ['42501', 'withdrawn privilege'],
    ['3F000', 'withdrawn privilege on the schema'],
    ['42P01', 'withdrawn privilege on a table'],
    ['42704', 'withdrawn privilege on a type'],
  ])('maps SQLSTATE %s (%s) to storage-unavailable', (code) => {
    const error = databaseError(code)
    expect(toDomainError(error)).toEqual(unavailable(error))
  })

  it.each(['22012', '42601', '23514', '57P06', 'XX000', '08', '25001', '42P02'])(
    'returns an error with SQLSTATE %s unchanged',
    (code) => {
      const error = databaseError(code)
      expect(toDomainError(error)).toBe(error)
    },
  )

  it.each([
    'ENOENT',
    'EACCES',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ])('maps the socket error %s to storage-unavailable', (code) => {
    const error = socketError(code)
    expect(toDomainError(error)).toEqual(unavailable(error))
  })

  it.each([
    ['timeout exceeded when trying to connect', 'POOL_TIMEOUT'],
    ['Connection terminated unexpectedly', 'CONNECTION_LOST'],
    ['Client has encountered a connection error and is not queryable', 'CONNECTION_LOST'],
    ['Client was closed and is not queryable', 'CONNECTION_LOST'],
  ])('maps "%s" to storage-unavailable, whose cause has the code %s', (message, code) => {
    const error = new Error(message)
    expect(toDomainError(error)).toEqual(unavailable(expect.objectContaining({ code, message, cause: error })))
  })

  it.each(['FATAL', 'PANIC'])('maps any error of severity %s to storage-unavailable', (severity) => {
    const error = databaseError('XX000', { severity })
    expect(toDomainError(error)).toEqual(unavailable(error))
  })

  it.each([
    'failure on connection marked as essential: 127.0.0.1:9701',
    'server closed the connection unexpectedly',
    'could not receive data from server: Connection reset by peer',
    'could not send data to server: Broken pipe',
    'no connection to the server',
    'SSL connection has been closed unexpectedly',
    'SSL SYSCALL error: EOF detected',
    'terminating connection due to administrator command',
  ])('maps "%s" of a Citus coordinator to storage-unavailable', (message) => {
    const error = databaseError('XX000', { message })
    expect(toDomainError(error)).toEqual(unavailable(error))
    const ofStatement = databaseError('22012', { message })
    expect(toDomainError(ofStatement)).toBe(ofStatement)
  })

  it.each([
    ['administrators_email_key', 'administrator-email-taken'],
    ['coupons_code_key', 'coupon-code-taken'],
    ['partners_test_of_key', 'test-partner-exists'],
    ['portal_users_email_key', 'portal-user-email-taken'],
  ])('maps a duplicate in %s, or in its shard on Citus, to %s', (constraint, kind) => {
    const error = databaseError('23505', { constraint })
    expect(toDomainError(error)).toMatchObject({ kind, cause: error })
    const message = `duplicate key value violates unique constraint "${constraint}_102041"`
    expect(toDomainError(databaseError('23505', { message }))).toMatchObject({ kind })
    const otherError = databaseError('23503', { constraint })
    expect(toDomainError(otherError)).toBe(otherError)
  })

  it('returns duplicates in other indexes, domain errors and other values unchanged', () => {
    const values = [
      databaseError('23505', { constraint: 'accounts_pkey' }),
      databaseError('23505'),
      new DomainError('account-not-found'),
      new Error('unknown'),
      'text',
    ]
    for (const value of values) expect(toDomainError(value)).toBe(value)
  })
})

it('toConnectError maps every error to storage-unavailable, except domain errors', () => {
  const rejected = databaseError('28P01')
  expect(toConnectError(rejected)).toEqual(unavailable(rejected))
  const timedOut = new Error('timeout exceeded when trying to connect')
  expect(toConnectError(timedOut)).toEqual(unavailable(expect.objectContaining({ code: 'POOL_TIMEOUT' })))
  expect(toConnectError('text')).toEqual(unavailable('text'))
  const error = new DomainError('storage-unavailable')
  expect(toConnectError(error)).toBe(error)
})

it.each([
  ['a rejected statement', databaseError('22012'), false],
  ['a duplicate', databaseError('23505'), false],
  ['a statement timeout', databaseError('57014'), false],
  ['a lost connection', databaseError('08006'), true],
  ['a shutdown', databaseError('57P01'), true],
  ['a read-only server', databaseError('25006'), true],
  ['a fatal error', databaseError('XX000', { severity: 'FATAL' }), true],
  ['a panic', databaseError('XX000', { severity: 'PANIC' }), true],
  ['an error of the socket', socketError('ECONNRESET'), true],
])('breaksConnection: %s', (_case, error, isBroken) => {
  expect(breaksConnection(error)).toBe(isBroken)
})
