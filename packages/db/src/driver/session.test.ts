import { type ClientBase, DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'
import { hostUrls, openServerPool, SERVER_DEFAULTS } from './open-server-pool.ts'
import { prepareSession } from './session.ts'

const canceled = Object.assign(new DatabaseError('canceled', 8, 'error'), { code: '57014' })
const rejected = Object.assign(new DatabaseError('rejected', 8, 'error'), { code: '42601' })

/** Creates a client. `errors` are the errors of its first statements, in this order. */
function clientWith({ errors = [], schema = 'own', readOnly = 'off' }: Options) {
  const texts: string[] = []
  const query = (text: string) => {
    texts.push(text)
    const error = errors[texts.length - 1]
    if (error) return Promise.reject(error)
    // The rows of a setting, of the process id and schema, and of the read-only mode.
    const results = [[], [{ pid: 7, schema }], [{ transaction_read_only: readOnly }]]
    return Promise.resolve(results.map((rows) => ({ rows })))
  }
  return { client: { query } as unknown as ClientBase, texts }
}

interface Options {
  errors?: Error[]
  schema?: string | null
  readOnly?: 'on' | 'off'
}

describe('prepareSession', () => {
  it('sets the search path to the current schema, without a second round trip once the schema is known', async () => {
    const { client, texts } = clientWith({})
    const schema: { name: string | undefined } = { name: undefined }
    expect(await prepareSession(client, ['SET a TO b'], schema, true)).toEqual({ pid: 7, isReadOnly: false })
    expect(schema).toEqual({ name: 'own' })
    expect(texts).toEqual([expect.stringMatching(/^SET a TO b; \s*SELECT pg_backend_pid/), 'SET search_path TO "own"'])
    await prepareSession(client, ['SET a TO b'], { name: 'Other"s' }, true)
    expect(texts[2]).toMatch(/^SET a TO b; SET search_path TO "Other""s"; \s*SELECT/)
    expect(texts).toHaveLength(3)
  })

  it('changes no search path behind a transaction pooler, or if no schema exists', async () => {
    const { client, texts } = clientWith({ schema: null, readOnly: 'on' })
    const schema: { name: string | undefined } = { name: undefined }
    expect(await prepareSession(client, [], schema, true)).toEqual({ pid: 7, isReadOnly: true })
    expect(schema).toEqual({ name: undefined })
    await prepareSession(client, [], { name: 'own' }, false)
    const pooled = clientWith({})
    await prepareSession(pooled.client, [], schema, false)
    expect([...texts, ...pooled.texts].join()).not.toContain('SET search_path')
    expect(schema).toEqual({ name: 'own' })
  })

  it('removes the statement timeout of the role first if it cancels the statement with all settings', async () => {
    const { client, texts } = clientWith({ errors: [canceled] })
    await prepareSession(client, [], { name: 'own' }, true)
    expect(texts).toEqual([texts[0], 'SET statement_timeout TO 0', texts[0]])
  })

  it.each([
    ['a canceled statement behind a transaction pooler', canceled, false],
    ['a rejected statement', rejected, true],
    ['a lost connection', new Error('Connection terminated'), true],
  ])('fails with the error of %s', async (_case, error, isSession) => {
    const { client, texts } = clientWith({ errors: [error] })
    await expect(prepareSession(client, [], { name: 'own' }, isSession)).rejects.toBe(error)
    expect(texts).toHaveLength(1)
  })
})

describe('openServerPool', () => {
  it.each([
    ['sslmode=require', 'sslmode=verify-full'],
    ['sslmode=prefer&schema=a', 'sslmode=verify-full&schema=a'],
    ['schema=a&sslmode=verify-ca', 'schema=a&sslmode=verify-full'],
    ['sslmode=disable', 'sslmode=disable'],
    ['sslmode=no-verify', 'sslmode=no-verify'],
    ['sslmode=require&uselibpqcompat=true', 'sslmode=require&uselibpqcompat=true'],
  ])('connects with ?%s as ?%s, because `pg` would print a warning', async (given, used) => {
    const pool = openServerPool(`postgresql://one:5432,two:5432/a?${given}`, SERVER_DEFAULTS)
    expect(pool.options.connectionString).toBe(`postgresql://one:5432/a?${used}`)
    await pool.end()
  })

  it('limits size, wait and age of connections, and notices vanished peers', async () => {
    const limits = { poolSize: 3, connectTimeoutMs: 40, statementTimeoutMs: 50, hasPreparedStatements: true }
    const pool = openServerPool('postgresql://one/a', limits)
    expect(pool.options).toMatchObject({
      max: 3,
      connectionTimeoutMillis: 40,
      maxLifetimeSeconds: 300,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    await pool.end()
  })
})

it.each([
  ['postgresql://u:p@one:5432,two/a?b=c', ['postgresql://u:p@one:5432/a?b=c', 'postgresql://u:p@two/a?b=c']],
  ['redis://:p@one,two', ['redis://:p@one', 'redis://:p@two']],
  ['postgresql:///a?host=/run,/b', ['postgresql:///a?host=/run,/b']],
])('hostUrls splits %s by host', (url, expected) => {
  expect(hostUrls(url)).toEqual(expected)
})
