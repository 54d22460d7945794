import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RateLimitUsage } from '../partners/rate-limits.ts'
import { PARTNER, stubDependencies } from '../../test/stub-dependencies.ts'
import type { RejectionsOfMinute } from '../records/record-queries.ts'
import { listLimitedPartners, showPartnerLimits } from './show-limits.ts'

const USAGE: RateLimitUsage = { limit: 60, windowSeconds: 60, used: 12, isShared: true }
const REJECTIONS: RejectionsOfMinute[] = [{ minute: new Date('2026-11-22T10:41:00Z'), requests: 3 }]
const NONE = { items: [], nextCursor: null }

/** Stores with the partner `p1`, whose requests were rejected. */
function limitedPartner() {
  const queries: unknown[] = []
  const dependencies = stubDependencies({
    records: {
      limitedPartners: (...query) => {
        queries.push(query)
        return Promise.resolve(NONE)
      },
      rejections: (...query) => {
        queries.push(query)
        return Promise.resolve(REJECTIONS)
      },
    },
    partners: { find: (id) => Promise.resolve(id === PARTNER.id ? PARTNER : undefined) },
  })
  return {
    ...dependencies,
    rateLimits: {
      usage: () => Promise.resolve(USAGE),
      storeState: () => 'process' as const,
      countsProxiesAsClients: () => false,
    },
    queries,
  }
}

describe('limits of partners', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-22T10:41:59.999Z'), toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it.each([
    [1, '2026-11-22T10:41:00Z'],
    [60, '2026-11-22T09:42:00Z'],
  ])('listLimitedPartners covers %i whole minutes, including the present one', async (minutes, since) => {
    const dependencies = limitedPartner()
    expect(await listLimitedPartners(dependencies, { minutes, page: { limit: 25 } })).toBe(NONE)
    expect(dependencies.queries).toEqual([[{ since: new Date(since) }, { limit: 25 }]])
  })

  it('showPartnerLimits returns the usage of a partner and its rejections of the last minutes', async () => {
    const dependencies = limitedPartner()
    const expected = { partnerId: 'p1', partnerName: 'Revenda', usage: USAGE, rejections: REJECTIONS }
    expect(await showPartnerLimits(dependencies, { id: 'p1', minutes: 2 })).toEqual(expected)
    expect(dependencies.queries).toEqual([['p1', new Date('2026-11-22T10:40:00Z')]])
  })

  it('showPartnerLimits rejects an unknown partner', async () => {
    const shown = showPartnerLimits(limitedPartner(), { id: 'p2', minutes: 2 })
    await expect(shown).rejects.toMatchObject({ kind: 'partner-not-found' })
  })
})
