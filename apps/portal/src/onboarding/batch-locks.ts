/** One batch of a user runs at a time, over all tabs, so that they share one pace. */
const userLock = (userId: string) => `partner-accounts.onboarding ${userId}`
const batchLock = (batchId: string) => `partner-accounts.batch ${batchId}`

interface BatchIdentity {
  id: string
  userId: string
}

/**
 * Runs `work` while no other tab runs this batch or another batch of the user.
 *
 * @param onQueued called when another batch runs first
 * @returns false when another tab runs this batch
 */
export const withBatchLock = (
  { id, userId }: BatchIdentity,
  signal: AbortSignal,
  onQueued: () => void,
  work: () => Promise<void>,
): Promise<boolean> =>
  navigator.locks.request(batchLock(id), { ifAvailable: true }, async (lock) => {
    if (!lock) return false
    if (await isHeld(userLock(userId))) onQueued()
    await navigator.locks.request(userLock(userId), { signal }, work)
    return true
  })

export const isBatchLocked = (batchId: string): Promise<boolean> => isHeld(batchLock(batchId))

/** Resolves when no tab runs the batch any more, whether it finished, paused or was closed. */
export const whenUnlocked = (batchId: string): Promise<void> =>
  navigator.locks.request(batchLock(batchId), { mode: 'shared' }, () => undefined)

async function isHeld(name: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some((lock) => lock.name === name)
}
