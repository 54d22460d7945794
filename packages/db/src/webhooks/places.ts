import { type ClaimedWebhookDelivery, LIMITS } from '@partner-accounts/core'
import { NO_PARTNER } from '../keys.ts'
import type { RecentFailures } from './recent-failures.ts'

const { inFlight: maxPerEndpoint, inFlightPerPartner: maxPerPartner, inFlightFailing: maxFailing } = LIMITS.webhooks

export interface Candidate {
  partnerId: string
  id: string
  endpointId: string
}

/**
 * Limits an instance's deliveries in flight: per endpoint, per partner, and for all failing endpoints together. A failing
 * endpoint has one place as soon as its failure is known.
 */
export class Places {
  readonly #failures: RecentFailures
  readonly #byEndpoint: Map<string, number>
  readonly #byPartner: Map<string, number>

  constructor(inFlight: Iterable<ClaimedWebhookDelivery>, failures: RecentFailures) {
    const deliveries = [...inFlight]
    this.#failures = failures
    this.#byEndpoint = countBy(deliveries, ({ webhook }) => webhook.id)
    this.#byPartner = countBy(deliveries, ({ partnerId }) => partnerId ?? NO_PARTNER)
  }

  fullEndpoints(): string[] {
    const full = keysWhere(this.#byEndpoint, (id, count) => count >= this.#limitOf(id))
    return this.#countFailing() >= maxFailing ? [...full, ...this.#failures] : full
  }

  fullPartners(): string[] {
    return keysWhere(this.#byPartner, (_, count) => count >= maxPerPartner)
  }

  /** Returns the first candidates for which there are places. */
  select(candidates: readonly Candidate[], limit: number): Candidate[] {
    const byEndpoint = new Map(this.#byEndpoint)
    const byPartner = new Map(this.#byPartner)
    let failing = this.#countFailing()
    const selected: Candidate[] = []
    for (const candidate of candidates) {
      const { endpointId, partnerId } = candidate
      if (selected.length >= limit) break
      const isFailing = this.#failures.has(endpointId)
      if (isFailing && failing >= maxFailing) continue
      if (countOf(byEndpoint, endpointId) >= this.#limitOf(endpointId)) continue
      if (countOf(byPartner, partnerId) >= maxPerPartner) continue
      if (isFailing) failing += 1
      byEndpoint.set(endpointId, countOf(byEndpoint, endpointId) + 1)
      byPartner.set(partnerId, countOf(byPartner, partnerId) + 1)
      selected.push(candidate)
    }
    return selected
  }

  /** Counts the deliveries of failing endpoints. */
  #countFailing(): number {
    let failing = 0
    for (const [endpointId, count] of this.#byEndpoint) if (this.#failures.has(endpointId)) failing += count
    return failing
  }

  #limitOf(endpointId: string): number {
    return this.#failures.has(endpointId) ? 1 : maxPerEndpoint
  }
}

const countOf = (counts: ReadonlyMap<string, number>, key: string) => counts.get(key) ?? 0

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), countOf(counts, keyOf(item)) + 1)
  return counts
}

const keysWhere = (counts: ReadonlyMap<string, number>, isIncluded: (key: string, count: number) => boolean) =>
  [...counts].filter(([key, count]) => isIncluded(key, count)).map(([key]) => key)
