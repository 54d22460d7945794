import { expect, it } from 'vitest'
import { filteredStatement, inUse } from './filtered-statement.ts'
import { queries } from './statement.ts'

const FILTERS = ['administratorEmail', 'createdFromInclusive', 'createdUntilExclusive', 'partnerId'] as const
type Filters = Partial<Record<(typeof FILTERS)[number], string>>

it('each combination of filters has a separate name, short enough for PostgreSQL', () => {
  const list = filteredStatement<Filters>()('operator_records', () => queries.selectFrom('partners').select('id'))
  const combinations = Array.from({ length: 2 ** FILTERS.length }, (_, bits) =>
    Object.fromEntries(FILTERS.filter((_, index) => bits & (1 << index)).map((name) => [name, 'value'])),
  )
  const names = combinations.map((filters) => list.of(filters)[0].name)
  expect(names.filter((name) => name.length > 63)).toEqual([])
  expect(new Set(names).size).toBe(combinations.length)
})

it('each value of a constant filter has a separate statement that contains the value', () => {
  const list = filteredStatement<{ id?: string; status?: 'active' | 'suspended' }>()(
    'operator_partners',
    ({ id, status }) =>
      queries
        .selectFrom('partners')
        .select('name')
        .where((eb) => inUse(id && eb('id', '=', id), status && eb('status', '=', status))),
    ['status'],
  )
  const [active] = list.of({ id: 'a', status: 'active' })
  const [suspended] = list.of({ status: 'suspended' })
  expect(active.text).toBe(
    `/* operator_partners_active_id */ select "name" from "partners" where ("id" = $1 and "status" = 'active')`,
  )
  expect(active.values({ id: 'a', status: 'active' })).toEqual(['a'])
  expect(suspended.text).toContain(`"status" = 'suspended'`)
  expect(list.of({ id: 'b', status: 'active' })[0]).toBe(active)
})
