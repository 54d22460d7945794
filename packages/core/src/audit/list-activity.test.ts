import { expect, it } from 'vitest'
import type { ActivityEntry } from './audit-entry.ts'
import type { ActivityFilter } from './audit-store.ts'
import { listActivity } from './list-activity.ts'
import type { Stores } from '../dependencies.ts'

const NOW = Date.UTC(2026, 10, 22)
const FILTER = { partnerId: 'p', actions: ['account.created', 'portal-user.signed-in'] as const, pageSize: 3 }

/** Returns the id of an entry. Entry 0 is the latest, and its id sorts last. */
const idOf = (index: number) => String(9_000_000 - index)
const entry = (index: number, user: string, secondsAgo: number, action = 'account.created') =>
  ({
    id: idOf(index),
    at: new Date(NOW - secondsAgo * 1000),
    action,
    actor: { kind: 'portal-user', id: user },
    count: 1,
  }) as ActivityEntry

const storesWith = (entries: ActivityEntry[], reads: number[] = []) =>
  ({
    audit: {
      activity({ before }: ActivityFilter, limit: number) {
        reads.push(limit)
        return Promise.resolve(entries.filter(({ id }) => before === undefined || id < before).slice(0, limit))
      },
    },
  }) as unknown as Stores

async function listPages(entries: ActivityEntry[]) {
  const pages: Pick<ActivityEntry, 'id' | 'count'>[][] = []
  let before: string | undefined
  do {
    const page = await listActivity({ stores: storesWith(entries) }, { ...FILTER, before })
    pages.push(page.items.map(({ id, count }) => ({ id, count })))
    before = page.nextCursor ?? undefined
  } while (before !== undefined)
  return pages
}

it('counts the accounts of an import despite entries of others, and lists each entry on one page', async () => {
  const entries = [
    entry(0, 'ana', 0),
    entry(1, 'bia', 1),
    entry(2, 'ana', 2),
    entry(3, 'ana', 3, 'portal-user.signed-in'),
    entry(4, 'ana', 301),
    // Begins the next import, because a pause of 300 seconds ends an import.
    entry(5, 'ana', 601),
    entry(6, 'bia', 603),
    entry(7, 'ana', 604),
  ]
  expect(await listPages(entries)).toEqual([
    [
      { id: idOf(0), count: 3 },
      { id: idOf(1), count: 1 },
      { id: idOf(3), count: 1 },
    ],
    [
      { id: idOf(5), count: 2 },
      { id: idOf(6), count: 1 },
    ],
  ])
})

it('a page of long imports reads a limited number of entries, and the next page continues', async () => {
  const entries = Array.from({ length: 12_000 }, (_, index) => entry(index, 'ana', index / 10))
  const reads: number[] = []
  const page = await listActivity({ stores: storesWith(entries, reads) }, FILTER)
  expect(page.items[0]!.count).toBe(reads.reduce((one, other) => one + other))
  // A page stops after the part in which it reaches 5,000 entries.
  expect(page.items[0]!.count).toBeLessThan(6_000)
  expect((await listPages(entries)).flat().reduce((sum, { count }) => sum + count, 0)).toBe(12_000)
})
