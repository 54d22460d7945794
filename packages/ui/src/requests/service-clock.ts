/** Smaller differences are ignored, because `Date` headers have whole seconds and responses take a while to arrive. */
const TOLERANCE_MS = 5_000

let aheadMs = 0

/** Corrects `serviceNow` by the time of a response, because this device's clock may be wrong. */
export function followClock(headers: Headers): void {
  const time = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(time)) return
  const difference = Date.now() - time
  aheadMs = Math.abs(difference) < TOLERANCE_MS ? 0 : difference
}

/** Returns the service's time, in milliseconds since 1970. */
export const serviceNow = (): number => Date.now() - aheadMs
