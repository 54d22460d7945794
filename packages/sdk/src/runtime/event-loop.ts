/** Monotonic, in milliseconds. */
export const now = (): number => performance.now()

/** Calls that are started, failed or aborted in one turn of the event loop: some milliseconds of work. */
export const CALLS_PER_TURN = 200

/**
 * Resolves in a later turn of the event loop. Prefers `setImmediate`, because Node runs all expired timers in the same
 * turn.
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { setImmediate = setTimeout } = globalThis as { setImmediate?: (work: () => void) => unknown }
    setImmediate(resolve)
  })
