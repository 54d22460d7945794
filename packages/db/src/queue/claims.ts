/** Claims read more candidates than they claim, because other instances may claim the first. */
export const CANDIDATES_PER_CLAIM = 4

/**
 * Returns the random position of the first candidate for the second attempt of a claim. Other instances have claimed the
 * first `limit` candidates, and compete for the next ones. If there are enough candidates, at least `limit` of them remain.
 */
export const laterStart = (candidates: number, limit: number): number =>
  limit + Math.floor(Math.random() * Math.max(1, candidates - 2 * limit))

/** Maximum number of concurrent statements of one claim or record. Leaves connections for requests. */
const CONCURRENT_STATEMENTS = 4

interface Group<Item> {
  partnerIds: string[]
  items: readonly Item[]
}

/**
 * Calls `work` with all items, or with those of each partner. On Citus, every statement that changes rows concerns one
 * partner, so it goes to one node, where `SKIP LOCKED` is possible.
 */
export async function forEachGroup<Item extends { partnerId: string }, Result>(
  items: readonly Item[],
  isPerPartner: boolean,
  work: (group: Group<Item>) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  if (items.length === 0) return []
  const partnerIds = [...new Set(items.map(({ partnerId }) => partnerId))]
  const groups = isPerPartner
    ? partnerIds.map((id) => ({ partnerIds: [id], items: items.filter(({ partnerId }) => partnerId === id) }))
    : [{ partnerIds, items }]
  const settled: PromiseSettledResult<Result>[] = []
  while (groups.length > 0) {
    const next = groups.splice(0, CONCURRENT_STATEMENTS)
    settled.push(...(await Promise.allSettled(next.map(work))))
  }
  return settled
}

/**
 * Returns the claimed rows in the order of their candidates. If only some groups failed, their deliveries are due again
 * when the claim expires.
 */
export function claimedRows<Row extends { id: string }>(
  settled: readonly PromiseSettledResult<Row[]>[],
  candidates: readonly { id: string }[],
): Row[] {
  const rows = settled.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  if (rows.length === 0) throwFirst(settled)
  const order = new Map(candidates.map(({ id }, index) => [id, index]))
  return rows.sort((one, other) => order.get(one.id)! - order.get(other.id)!)
}

export function throwFirst(settled: readonly PromiseSettledResult<unknown>[]): void {
  const rejected = settled.find((result) => result.status === 'rejected')
  if (rejected) throw rejected.reason
}
