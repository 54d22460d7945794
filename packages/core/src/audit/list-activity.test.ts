import { expect, it } from 'vitest'
import type { ActivityEntry } from './audit-entry.ts'
import type { ActivityFilter } from './audit-store.ts'
import { listActivity } from './list-activity.ts'
import type { Stores } from '../dependencies.ts'

const NOW = Date.UTC(2026, 10, 22)
const FILTER = { partnerId: 'p', actions: ['account.created', 'portal-user.signed-in'] as const, pageSize: 3 }

/** Ids sort like times: entry 0 is the latest. */
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

async function pagesOf(entries: ActivityEntry[]) {
  const pages: (readonly [string, number])[][] = []
  let before: string | undefined
  do {
    const page = await listActivity({ stores: storesWith(entries) }, { ...FILTER, before })
    pages.push(page.items.map(({ id, count }) => [id, count]))
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
    // Exactly the longest pause of an import is over.
    entry(5, 'ana', 601),
    entry(6, 'bia', 603),
    entry(7, 'ana', 604),
  ]
  expect(await pagesOf(entries)).toEqual([
    [
      [idOf(0), 3],
      [idOf(1), 1],
      [idOf(3), 1],
    ],
    [
      [idOf(5), 2],
      [idOf(6), 1],
    ],
  ])
})

it('a page of long imports reads a limited number of entries, and the next page continues', async () => {
  const entries = Array.from({ length: 12_000 }, (_, index) => entry(index, 'ana', index / 10))
  const reads: number[] = []
  const page = await listActivity({ stores: storesWith(entries, reads) }, FILTER)
  expect(page.items[0]!.count).toBe(reads.reduce((one, other) => one + other))
  expect(page.items[0]!.count).toBeLessThan(6_000)
  expect((await pagesOf(entries)).flat().reduce((sum, [, count]) => sum + count, 0)).toBe(12_000)
})
