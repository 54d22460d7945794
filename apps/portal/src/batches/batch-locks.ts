/** While a tab holds this lock, no other batch of the user runs in any tab: batches share one rate limit. */
const userLock = (userId: string) => `partner-accounts.batches ${userId}`
/** The tab that runs a batch, or queues it, holds this lock. */
const batchLock = (batchId: string) => `partner-accounts.batch ${batchId}`

interface BatchIdentity {
  id: string
  userId: string
}

interface LockedWork {
  /** Stops waiting for other batches. */
  signal: AbortSignal
  /** Called if another batch runs first. */
  onQueued: () => void
  work: () => Promise<void>
}

/**
 * Runs `work` after the user's other batches.
 *
 * @returns `false` if another tab already runs this batch
 */
export const withBatchLock = (
  { id, userId }: BatchIdentity,
  { signal, onQueued, work }: LockedWork,
): Promise<boolean> =>
  navigator.locks.request(batchLock(id), { ifAvailable: true }, async (lock) => {
    if (!lock) return false
    if (await isHeld(userLock(userId))) onQueued()
    await navigator.locks.request(userLock(userId), { signal }, work)
    return true
  })

export const isBatchLocked = (batchId: string): Promise<boolean> => isHeld(batchLock(batchId))

/** Resolves when no tab runs the batch any more, because the browser grants a shared lock only then. */
export const whenUnlocked = (batchId: string): Promise<void> =>
  navigator.locks.request(batchLock(batchId), { mode: 'shared' }, () => undefined)

async function isHeld(name: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some((lock) => lock.name === name)
}
