/** Starting this many calls takes some milliseconds. */
const BURST = 200

const waiting: (() => void)[] = []
let started = 0

function startBurst(): void {
  const burst = waiting.splice(0, BURST)
  started = burst.length
  for (const start of burst) start()
  if (waiting[0]) setTimeout(startBurst)
}

/** Lets the event loop proceed between the calls of a burst, in their order. */
export const nextTurn = (): Promise<void> =>
  new Promise((start) => {
    if (started++ < BURST) start()
    else if (waiting.push(start) === 1) setTimeout(startBurst)
  })
