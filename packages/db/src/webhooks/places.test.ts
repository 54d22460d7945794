import { type ClaimedWebhookDelivery, LIMITS } from '@partner-accounts/core'
import { describe, expect, it } from 'vitest'
import { Places } from './places.ts'
import { RecentFailures } from './recent-failures.ts'

const { inFlight, inFlightPerPartner, inFlightFailing } = LIMITS.webhooks
/** More than any limit of places. */
const UNLIMITED = 999
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
/** Returns candidates of different partners and endpoints, except for a given one. */
const candidates = (count: number, { partnerId, endpointId }: { partnerId?: string; endpointId?: string } = {}) =>
  numbers(count).map((index) => ({
    id: `d${index}`,
    partnerId: partnerId ?? `p${index}`,
    endpointId: endpointId ?? `e${index}`,
  }))
const sending = (deliveries: ReturnType<typeof candidates>) =>
  deliveries.map(({ partnerId, endpointId }) => ({
    partnerId,
    webhook: { id: endpointId },
  })) as ClaimedWebhookDelivery[]
const failuresOf = (...ids: string[]) => {
  const failures = new RecentFailures()
  for (const id of ids) failures.add(id)
  return failures
}

describe('Places', () => {
  it('selects candidates in order, up to a limit', () => {
    const all = candidates(5)
    expect(new Places([], failuresOf()).select(all, 3)).toEqual(all.slice(0, 3))
    expect(new Places([], failuresOf()).select(all, 9)).toEqual(all)
  })

  it('gives an endpoint its places, counting the deliveries in flight', () => {
    const sameEndpoint = { endpointId: 'e' }
    expect(new Places([], failuresOf()).select(candidates(9, sameEndpoint), 9)).toHaveLength(inFlight)
    const places = new Places(sending(candidates(inFlight - 1, sameEndpoint)), failuresOf())
    expect(places.select(candidates(9, sameEndpoint), 9)).toHaveLength(1)
    expect(places.fullEndpoints()).toEqual([])
    expect(new Places(sending(candidates(inFlight, sameEndpoint)), failuresOf()).fullEndpoints()).toEqual(['e'])
  })

  it('gives a partner its places, counting the deliveries in flight', () => {
    const samePartner = { partnerId: 'p' }
    const many = candidates(2 * inFlightPerPartner, samePartner)
    expect(new Places([], failuresOf()).select(many, UNLIMITED)).toHaveLength(inFlightPerPartner)
    const places = new Places(sending(many.slice(0, inFlightPerPartner - 1)), failuresOf())
    expect(places.select(many.slice(inFlightPerPartner), UNLIMITED)).toHaveLength(1)
    expect(places.fullPartners()).toEqual([])
    expect(new Places(sending(many.slice(0, inFlightPerPartner)), failuresOf()).fullPartners()).toEqual(['p'])
  })

  it('gives a failing endpoint one place', () => {
    const sameEndpoint = { endpointId: 'e' }
    expect(new Places([], failuresOf('e')).select(candidates(9, sameEndpoint), 9)).toHaveLength(1)
    expect(new Places(sending(candidates(1, sameEndpoint)), failuresOf('e')).fullEndpoints()).toEqual(['e'])
  })

  it('shares a part of the places among all failing endpoints', () => {
    const failing = candidates(2 * inFlightFailing)
    const failures = failuresOf(...failing.map(({ endpointId }) => endpointId))
    expect(new Places([], failures).select(failing, UNLIMITED)).toHaveLength(inFlightFailing)
    const healthy = { id: 'd', partnerId: 'p', endpointId: 'healthy' }
    const used = sending(failing.slice(0, inFlightFailing))
    expect(new Places(used, failures).select([...failing, healthy], UNLIMITED)).toEqual([healthy])
    const busy = sending(candidates(inFlight, { endpointId: 'busy' }))
    const full = new Places([...busy, ...used], failures).fullEndpoints()
    expect(new Set(full)).toEqual(new Set(['busy', ...failures]))
    const notFull = new Places([...busy, ...used.slice(1)], failures).fullEndpoints()
    expect(notFull).not.toContain(failing[0]!.endpointId)
    expect(notFull).toContain('busy')
  })
})
