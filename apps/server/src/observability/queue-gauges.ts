import { setTimeout as wait } from 'node:timers/promises'
import type { DeliveryQueue } from '@partner-accounts/core'
import { Gauge, type Registry } from 'prom-client'

export type ReadQueue = DeliveryQueue<never>['state']

const MAX_COUNT = 10_000
/** Scrapes do not wait longer for the database. */
const READ_TIMEOUT_MS = 500

export function addQueueGauges(
  registry: Registry,
  { name, unit }: { name: string; unit: string },
  read: ReadQueue,
): void {
  const registers = [registry]
  const readOrTimeOut = createScrapeReader(() => read(MAX_COUNT))
  new Gauge({
    name: `${name}_${unit}`,
    help: `Queued ${unit}, those of them that wait for a retry (deferred), and permanently failed ones, at most ${MAX_COUNT} each.`,
    labelNames: ['state'],
    registers,
    async collect() {
      const state = await readOrTimeOut()
      this.reset()
      if (!state) return
      this.set({ state: 'queued' }, state.queued)
      this.set({ state: 'deferred' }, state.deferred)
      this.set({ state: 'failed' }, state.failed)
    },
  })
  new Gauge({
    name: `${name}_overdue_seconds`,
    help: `Time since the most overdue of the ${unit} became due; 0 if none is due.`,
    registers,
    async collect() {
      const state = await readOrTimeOut()
      if (state) this.set(state.overdueSeconds)
      else this.remove()
    },
  })
}

export function addEndpointGauge(registry: Registry, countFailing: () => Promise<number>): void {
  const read = createScrapeReader(countFailing)
  new Gauge({
    name: 'webhook_endpoints_failing',
    help: 'Endpoints of live partners whose latest attempts failed, or that were disabled for it.',
    registers: [registry],
    async collect() {
      const failing = await read()
      if (failing === undefined) this.remove()
      else this.set(failing)
    },
  })
}

/**
 * Returns a function that reads from the database once for all gauges of a scrape. The function returns `undefined` after
 * an error or the timeout.
 */
export function createScrapeReader<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let inFlight: Promise<T | undefined> | undefined
  const readShared = () => {
    inFlight ??= read()
      .catch(() => undefined)
      .finally(() => {
        inFlight = undefined
      })
    return inFlight
  }
  return () => Promise.race([readShared(), wait(READ_TIMEOUT_MS, undefined, { ref: false })])
}
