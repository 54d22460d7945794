/**
 * Maximum number of rows or conditions per call of Prisma's client. The client compiles them on the event loop, where ten
 * thousand block all requests for seconds.
 */
const MAX_COMPILED = 100

/** Calls `work` with each batch of the items, sequentially, and returns the results in order. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (batch: Item[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += MAX_COMPILED)
    results.push(await work(items.slice(start, start + MAX_COMPILED)))
  return results
}
