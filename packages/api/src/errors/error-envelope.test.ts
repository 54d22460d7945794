import { DomainError } from '@partner-accounts/core'
import { expect, it } from 'vitest'
import { ERROR_CATALOG } from './catalog.ts'
import { toErrorResponse } from './error-envelope.ts'

const messageOf = (error: DomainError) => toErrorResponse(error, 'en', 'request-1').envelope._error.message

it('the message of a 4xx error ends with its hint', () => {
  const error = new DomainError('forbidden', { hint: 'Send another token.' })
  expect(messageOf(error)).toBe(`${ERROR_CATALOG.forbidden.message} Send another token.`)
})

it('the message of a 5xx error contains the request id, also after a hint', () => {
  const { message } = ERROR_CATALOG['storage-unavailable']
  expect(messageOf(new DomainError('storage-unavailable'))).toBe(`${message} Request id: request-1.`)
  const hint = 'The database is restarting.'
  expect(messageOf(new DomainError('storage-unavailable', { hint }))).toBe(`${message} ${hint} Request id: request-1.`)
})
