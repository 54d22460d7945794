/** Starting this many calls takes some milliseconds. */
const BURST = 200

const waiting: (() => void)[] = []
let started = 0

/** Node runs timers that expire during a timer's callback before anything else, so timers would not let it proceed. */
const scheduleBurst = () =>
  ((globalThis as { setImmediate?: (work: () => void) => unknown }).setImmediate ?? setTimeout)(startBurst)

function startBurst(): void {
  const burst = waiting.splice(0, BURST)
  started = burst.length
  for (const start of burst) start()
  if (waiting[0]) scheduleBurst()
}

/** Lets the event loop proceed between the calls of a burst, in their order. */
export const nextTurn = (): Promise<void> =>
  new Promise((start) => {
    if (started++ < BURST) start()
    else if (waiting.push(start) === 1) scheduleBurst()
  })

/** Monotonic, in milliseconds. */
export const now = (): number => performance.now()
