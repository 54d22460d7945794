import { expect, it } from 'vitest'
import { findUnencodedCredentials } from './url-credentials.ts'

const SCHEMES = ['postgresql', 'redis', 'rediss', 'smtp', 'smtps', 'http']

it.each([
  ['#', '%23'],
  ['/', '%2F'],
  ['?', '%3F'],
  ['%', '%25'],
  [' ', '%20'],
])('an unencoded %s in a user or password is reported with its encoding %s', (character, encoded) => {
  for (const scheme of SCHEMES) {
    // Some texts look like a port, or contain an `@`.
    for (const text of [`pa${character}ss`, `${character}`, `12${character}`, `${character}@x`, `1${character}2@3`]) {
      for (const path of ['', '/0', '/a?b=c@d']) {
        const problemOf = (credentials: string) =>
          findUnencodedCredentials(`${scheme}://${credentials}@host.example:1234${path}`)
        const remedy = (name: string) => new RegExp(`^must have no .+ in its ${name}: write ${encoded}$`)
        expect(problemOf(`user:${text}`), text).toMatch(remedy('password'))
        expect(problemOf(`:${text}`), text).toMatch(remedy('password'))
        expect(problemOf(`us${text}:password`), text).toMatch(remedy('user'))
        expect(problemOf(`us${text}`), text).toMatch(remedy('user'))
      }
    }
  }
})

it('a password that looks like a port with a parameter is reported if no host precedes it', () => {
  expect(findUnencodedCredentials('redis://:1?a=2@host.example:6379')).toContain('password: write %3F')
})

it('credentials whose escapes are not UTF-8 are reported', () => {
  expect(findUnencodedCredentials('redis://user:100%AB@host.example')).toContain('password: write %25')
  expect(findUnencodedCredentials('redis://us%ABer:100@host.example')).toContain('user: write %25')
})

it('a backslash is reported in URLs of HTTP only', () => {
  expect(findUnencodedCredentials('http://user:pa\\ss@proxy.example:3128')).toContain('write %5C')
  expect(findUnencodedCredentials('postgresql://user:pa\\ss@host.example')).toBeUndefined()
})

it.each([
  'postgresql://user:pa%23ss%2F%3F%25@host.example/accounts?sslmode=require',
  'postgresql://user:a@b:c@host.example/accounts',
  'postgresql://user:password@host.example/accounts?application_name=ana@one',
  'postgresql://user@server:password@server.postgres.example/accounts',
  'postgresql://one:5432,two:5433/accounts?user=ana@one',
  'postgresql://one:5432/accounts?user=ana@one',
  'postgresql://one?user=ana@one',
  'postgresql://[::1]:5432/accounts?user=ana@one',
  'postgresql://host.example/accounts#1',
  'redis://:pa,ss@one:7000,two:7001/1',
  'smtp://ana%40empresa.example:secret@mail.example:587?requireTLS=true',
  'smtp://ana@empresa.example:secret@mail.example:587',
  'smtp://mail.example?name=ana@one',
  'postgresql:///accounts?host=/var/run/postgresql',
  'not a URL @ all',
])('%s has no unencoded credentials', (url) => {
  expect(findUnencodedCredentials(url)).toBeUndefined()
})
