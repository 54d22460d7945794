import { setTimeout as wait } from 'node:timers/promises'
import type { DeliveryQueue, QueueState } from '@partner-accounts/core'
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
  const readShared = shared(() => read(MAX_COUNT))
  const readOrTimeOut = () => Promise.race([readShared(), wait(READ_TIMEOUT_MS, undefined, { ref: false })])
  new Gauge({
    name: `${name}_${unit}`,
    help: `Queued and permanently failed ${unit}, at most ${MAX_COUNT}.`,
    labelNames: ['state'],
    registers,
    async collect() {
      const state = await readOrTimeOut()
      this.reset()
      if (!state) return
      this.set({ state: 'queued' }, state.queued)
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

/** A scrape queries once for all gauges. */
function shared(read: () => Promise<QueueState>): () => Promise<QueueState | undefined> {
  let inFlight: Promise<QueueState | undefined> | undefined
  return () =>
    (inFlight ??= read()
      .catch(() => undefined)
      .finally(() => (inFlight = undefined)))
}
