import { expect, it, vi } from 'vitest'
import type { Connections } from '../driver/connections.ts'
import { citusCheck } from './citus.ts'
import { runOn } from './run.ts'
import { statement } from './statement.ts'

it('statement numbers parameters as they are declared, except in strings, names, comments and casts', () => {
  const { text, values } = statement({
    name: 'numbered',
    parameters: { first: 'text', second: 'int4' },
    columns: {},
    text: `
      SELECT :second::int, ':first', ":first", :first -- :first
      /* :first */`,
  })
  expect(text).toBe(`/* numbered */ SELECT $2::int, ':first', ":first", $1 -- :first\n      /* :first */`)
  expect(values({ first: 'a', second: 1 })).toEqual(['a', 1])
})

it('statement rejects a name that is taken, and parameters that are not declared or not used', () => {
  const declare = (name: string, text: string) =>
    statement({ name, parameters: { first: 'text', second: 'text' }, columns: {}, text })
  declare('taken', 'SELECT :first, :second')
  expect(() => declare('taken', 'SELECT :first, :second')).toThrow('two statements are called taken')
  expect(() => declare('other', 'SELECT :first, :second, :third')).toThrow(
    'other: the parameter :third is not declared',
  )
  expect(() => declare('other', 'SELECT 1')).toThrow('other: the text does not use :first, :second')
})

it('runOn names statements only where connections keep them prepared', async () => {
  const query = vi.fn(() => Promise.resolve({ rows: [{ one: 1 }] }))
  const connections = { query } as unknown as Connections
  const ONE = statement({ name: 'one', parameters: { of: 'text' }, columns: { one: 'int4' }, text: 'SELECT :of' })
  const text = '/* one */ SELECT $1'
  expect(await runOn(connections)(ONE, { of: 'a' }, 5)).toEqual([{ one: 1 }])
  await runOn(connections, false)(ONE, { of: 'a' })
  expect(query.mock.calls).toEqual([
    [{ name: 'one', text, values: ['a'] }, 5],
    [{ text, values: ['a'] }, undefined],
  ])
})

it('citusCheck queries the database once', async () => {
  const run = vi.fn((): Promise<never[]> => Promise.resolve([{ hasCitus: true }] as never[]))
  const check = citusCheck(run)
  expect([await check(), await check()]).toEqual([true, true])
  expect(run).toHaveBeenCalledOnce()
  const none = vi.fn((): Promise<never[]> => Promise.resolve([{ hasCitus: false }] as never[]))
  const checkNone = citusCheck(none)
  expect([await checkNone(), await checkNone()]).toEqual([false, false])
  expect(none).toHaveBeenCalledOnce()
})
