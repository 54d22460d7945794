import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { toQueryString, filtersOf, isFiltered, readCriteria } from './criteria.ts'

const read = (address: string, query = '') => readCriteria(new URLSearchParams(address), query)

describe('criteria of the list', () => {
  it.each(['?', '?page=3', '?status=active&administrator=invited&from=2026-01-02&to=2026-01-31&order=name&page=2'])(
    'keep the address %s',
    (address) => expect(toQueryString(read(address))).toBe(address),
  )

  it.each(['?status=lost', '?administrator=1', '?from=yesterday', '?to=2026-13-45', '?order=x', '?page=-1', '?page=x'])(
    'ignore the unknown value in %s',
    (address) => expect(toQueryString(read(address))).toBe('?'),
  )

  it('keep the query out of the address', () => {
    expect(toQueryString(read('?order=name', 'maria@estrela.example'))).toBe('?order=name')
    expect(isFiltered(read('', ' '))).toBe(false)
    expect(isFiltered(read('', 'maria'))).toBe(true)
  })

  it('include both days in the user’s time zone', () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('TZ', 'America/Sao_Paulo')
    const { createdFrom, createdBefore } = filtersOf(read('?from=2026-01-31&to=2026-01-31'))
    expect(createdFrom).toBe('2026-01-31T03:00:00.000Z')
    expect(createdBefore).toBe('2026-02-01T03:00:00.000Z')
  })
})
