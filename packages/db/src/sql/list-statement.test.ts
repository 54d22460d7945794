import { expect, it } from 'vitest'
import { listStatement } from './list-statement.ts'
import { queries } from './statement.ts'

const FILTERS = ['administratorEmail', 'createdFromInclusive', 'createdUntilExclusive', 'partnerId'] as const
type Filters = Partial<Record<(typeof FILTERS)[number], string>>

it('each combination of filters has a separate name, short enough for PostgreSQL', () => {
  const list = listStatement<Filters>()('operator_records', () => queries.selectFrom('partners').select('id'))
  const combinations = Array.from({ length: 2 ** FILTERS.length }, (_, bits) =>
    Object.fromEntries(FILTERS.filter((_, index) => bits & (1 << index)).map((name) => [name, 'value'])),
  )
  const names = combinations.map((filters) => list.of(filters).name)
  expect(names.filter((name) => name.length > 63)).toEqual([])
  expect(new Set(names).size).toBe(combinations.length)
})
