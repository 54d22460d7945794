/**
 * Maximum number of rows or conditions per call of Prisma's client. The client compiles them on the event loop. For ten
 * thousand, this takes seconds in which no request is served.
 */
const MAX_COMPILED = 100

/** Calls `work` with one batch of the items after the other, and returns all results. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (batch: Item[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += MAX_COMPILED)
    results.push(await work(items.slice(start, start + MAX_COMPILED)))
  return results
}
