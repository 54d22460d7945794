import { LIMITS, type SearchCriteria } from '@partner-accounts/core'
import { describe, expect, it } from 'vitest'
import type { RunStatement } from '../sql/run.ts'
import { exportAccounts, searchAccounts } from './search.ts'

const { window, enoughMatches, exportPart } = LIMITS.search
const CRITERIA: SearchCriteria = { order: 'newest', page: 1, pageSize: 25 }
const NO_ACCOUNT = { id: null, total: 0 }
/** `created` has fractions of milliseconds, as in the database. */
const account = (number: number) => ({ id: `id ${number}`, partnerId: 'p', number, created: number * 1000 + 0.4 })

/** Responds to statements by their names, and records the parameters of each. */
function fakeRun(rowsOf: Record<string, object[]>) {
  const calls: { name: string; parameters: Record<string, unknown> }[] = []
  const run = ((statement: { name: string }, parameters: Record<string, unknown>) => {
    calls.push({ name: statement.name, parameters })
    return Promise.resolve(rowsOf[statement.name] ?? [])
  }) as unknown as RunStatement
  return { run, calls }
}

describe('searchAccounts of a partner with more accounts than the window', () => {
  const full = { ...NO_ACCOUNT, windowSize: window }

  it('stops at the window when it has enough matches, and reports that there may be more', async () => {
    const { run, calls } = fakeRun({ account_search_window_newest: [{ ...full, total: enoughMatches }] })
    const found = await searchAccounts(run, 'p', { ...CRITERIA, query: 'ltda' })
    expect(found).toEqual({ items: [], total: enoughMatches, isTotalExact: false, isSimilar: false })
    expect(calls.map(({ name }) => name)).toEqual(['account_search_window_newest'])
  })

  it('stops at the window when there are only filters', async () => {
    const { run } = fakeRun({ account_search_window_name: [{ ...full, total: 3 }] })
    const found = await searchAccounts(run, 'p', { ...CRITERIA, order: 'name', isAdministratorActivated: true })
    expect(found).toMatchObject({ total: 3, isTotalExact: false })
  })

  it.each([
    ['one word, whose pattern fills all six parameters', 'padaria', Array(6).fill('% padaria%')],
    // Longer words precede shorter ones. Numbers also match within a word.
    ['six words', 'a b c d e 12345', ['%12345%', '% a%', '% b%', '% c%', '% d%', '% e%']],
  ])('continues with the accounts of any age when it has fewer matches: %s', async (_case, query, words) => {
    const { run, calls } = fakeRun({
      account_search_window_oldest: [{ ...full, total: enoughMatches - 1 }],
      account_search_all_oldest: [{ ...account(7), total: 1_200 }],
    })
    const found = await searchAccounts(run, 'p', { ...CRITERIA, order: 'oldest', page: 3, query })
    expect(found).toMatchObject({ items: [{ id: 'id 7' }], total: 1_200, isTotalExact: true })
    const { parameters } = calls[1]!
    expect([1, 2, 3, 4, 5, 6].map((position) => parameters[`word${position}`])).toEqual(words)
    expect(parameters).toMatchObject({ partnerId: 'p', offset: 50, pageSize: 25 })
  })

  it('reads no more when the window was not full', async () => {
    const { run } = fakeRun({ account_search_window_newest: [{ ...full, windowSize: window - 1, total: 2 }] })
    expect(await searchAccounts(run, 'p', { ...CRITERIA, query: 'ltda' })).toMatchObject({
      total: 2,
      isTotalExact: true,
    })
  })
})

it('searchAccounts of all partners reports whether more than the window match, and omits accounts deleted meanwhile', async () => {
  const keys = [2, 1].map((number) => ({ partnerId: 'p', number, total: 0 }))
  const { run } = fakeRun({ account_search_partners_newest: keys, account_search_details: [account(1), NO_ACCOUNT] })
  const search = (total: number) => {
    for (const key of keys) key.total = total
    return searchAccounts(run, undefined, { ...CRITERIA, query: 'ltda' })
  }
  expect(await search(window)).toMatchObject({ items: [{ id: 'id 1' }], total: window, isTotalExact: false })
  expect(await search(window - 1)).toMatchObject({ isTotalExact: true })
})

describe('exportAccounts', () => {
  /** Columns of every row. `total` is the number of accounts in the window. */
  const summary = { total: window, lastCreated: 5_000.4, lastNumber: 5 }
  const exportWith = async (rows: object[], after?: { createdAt: Date; number: number }) => {
    const { run, calls } = fakeRun({ account_export: rows })
    return { ...(await exportAccounts(run, 'p', { query: 'ltda' }, after)), parameters: calls[0]!.parameters }
  }

  it('continues after the last account of a full part', async () => {
    const rows = Array.from({ length: exportPart }, (_, index) => ({ ...account(exportPart - index), ...summary }))
    const { items, next } = await exportWith(rows)
    expect(items).toHaveLength(exportPart)
    expect(next).toEqual({ createdAt: new Date(1_000), number: 1 })
  })

  it('continues after the window if fewer accounts in it match', async () => {
    const rows = [{ ...account(9), ...summary }]
    expect((await exportWith(rows)).next).toEqual({ createdAt: new Date(5_000), number: 5 })
    expect(await exportWith([{ ...NO_ACCOUNT, ...summary }])).toMatchObject({ items: [], next: { number: 5 } })
  })

  it('ends when the window was not full', async () => {
    expect((await exportWith([{ ...account(9), ...summary, total: window - 1 }])).next).toBeUndefined()
    expect((await exportWith([{ ...NO_ACCOUNT, total: 0, lastCreated: null, lastNumber: null }])).next).toBeUndefined()
  })

  it('begins with the newest account, or after the given one', async () => {
    const first = { afterCreated: Date.UTC(9999, 0), afterNumber: 0, patterns: ['% ltda%'] }
    expect((await exportWith([])).parameters).toMatchObject(first)
    const { parameters } = await exportWith([], { createdAt: new Date(7_000), number: 7 })
    expect(parameters).toMatchObject({ afterCreated: 7_000, afterNumber: 7 })
  })
})
