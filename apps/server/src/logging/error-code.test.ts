import { expect, it } from 'vitest'
import { errorCode } from './error-code.ts'

const withCode = (code: unknown, cause?: unknown) => Object.assign(new Error('secret', { cause }), { code })

it.each([
  ['the code of an error', withCode('ECONNREFUSED'), 'ECONNREFUSED'],
  ['the code of the innermost cause', withCode('UND_ERR', new Error('secret', { cause: withCode('EPIPE') })), 'EPIPE'],
  ['the code of an error whose causes have none', withCode('EPIPE', new Error('secret')), 'EPIPE'],
  [
    'the code of the first of several attempts',
    new AggregateError([withCode('ENETUNREACH'), withCode('EPIPE')]),
    'ENETUNREACH',
  ],
  ['the name of an error whose code is an arbitrary text', withCode('ana@empresa.example'), 'Error'],
  ['the name of an error with a number as its code', withCode(42), 'Error'],
  ['the name of an error whose code is too short or too long', withCode('E1', withCode('E'.repeat(41))), 'Error'],
  ['the name of an error without a code', new TypeError('secret'), 'TypeError'],
  ['unknown for anything other than an error', 'secret', 'unknown'],
])('errorCode returns %s', (_case, error, expected) => {
  expect(errorCode(error)).toBe(expected)
})

it('errorCode reads the error and at most seven nested causes', () => {
  const errorWithCauses = (causes: number): Error =>
    causes === 0 ? withCode('EPIPE') : new Error('secret', { cause: errorWithCauses(causes - 1) })
  expect(errorCode(errorWithCauses(7))).toBe('EPIPE')
  expect(errorCode(errorWithCauses(8))).toBe('Error')
})
