import { expect, it } from 'vitest'
import { findHeadError, normalizeTarget } from './request-head.ts'

/** Returns the kind of error for a request with these headers, which alternate between names and values. */
const errorFor = (rawHeaders: string[], { target = '/', httpVersion = '1.1' } = {}) => {
  const index = rawHeaders.findIndex((name) => name.toLowerCase() === 'host')
  const headers = index === -1 ? {} : { host: rawHeaders[index + 1] }
  return findHeadError({ raw: { headers, rawHeaders, httpVersion }, originalUrl: target } as never)?.kind
}
const HOST = ['Host', 'contas.example']

it('a request has at most 100 headers', () => {
  const headers = (count: number) => [...HOST, ...Array.from({ length: count - 1 }, () => ['x', 'y']).flat()]
  expect([errorFor(headers(100)), errorFor(headers(101))]).toEqual([undefined, 'header-too-large'])
})

it('a request has exactly one valid Host header, which is optional with HTTP 1.0', () => {
  expect(errorFor(HOST)).toBeUndefined()
  expect(errorFor([...HOST, 'HOST', 'contas.example'])).toBe('bad-request')
  // Here `host` is the value of another header.
  expect(errorFor(['x', 'host'])).toBe('bad-request')
  expect(errorFor([], { httpVersion: '1.0' })).toBeUndefined()
  for (const host of ['a b', 'ana@contas.example', 'a/b', 'a?b', 'a#b', 'a\\b']) {
    expect(errorFor(['Host', host]), host).toBe('bad-request')
  }
})

it('a target is a path, an asterisk, or an HTTP URL without a user', () => {
  const isValid = (target: string) => errorFor(HOST, { target }) === undefined
  const valid = ['/accounts', '*', 'http://contas.example', 'HTTPS://contas.example/a?b']
  const invalid = ['', 'accounts', '*a', 'ftp://contas.example/', 'http://ana@contas.example/']
  expect([...valid, ...invalid].filter(isValid)).toEqual(valid)
})

it.each([
  ['/a?b=%ZZ', '/a?b=%ZZ'],
  ['/a%20b', '/a%20b'],
  ['/a%ZZ?b=%20', '/a%25ZZ?b=%20'],
  ['http://contas.example', '/'],
  ['https://contas.example?a=b', '/?a=b'],
  ['http://contas.example/a?b?c', '/a?b?c'],
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
])('the target %s becomes %s', (target, expected) => {
  expect(normalizeTarget(target)).toBe(expected)
})
