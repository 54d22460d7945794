import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubDependencies } from '../../test/stub-dependencies.ts'
import { showFigures } from './show-figures.ts'

const OLDEST = { createdAt: new Date('2026-11-23T02:20:00Z'), isDeferred: true }

describe('showFigures', () => {
  // The clock of this instance is a day behind the database's, which determines the days.
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-22T02:30:15Z'), toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('returns pending work, counted up to 10,000, and the accounts created per day of the time zone', async () => {
    const limits: unknown[] = []
    const spans: unknown[] = []
    const dependencies = stubDependencies({
      records: {
        waiting: (limit) => {
          limits.push(limit)
          return Promise.resolve({
            pendingSubscriptions: 10_001,
            queuedMails: 10_000,
            failedMails: 3,
            limitedPartners: 0,
            oldestQueuedMail: OLDEST,
          })
        },
        now: () => Promise.resolve(new Date('2026-11-23T02:30:15Z')),
        accountsCreated: (days, filter) => {
          expect(filter).toEqual({ includeTest: true })
          spans.push(...days)
          return Promise.resolve([4, 7])
        },
      },
    })
    const rateLimits = {
      usage: () => Promise.reject(new Error('unused')),
      storeState: () => 'unavailable' as const,
      countsProxiesAsClients: () => true,
    }
    const input = { days: 2, timeZone: 'America/Sao_Paulo', includeTest: true }
    expect(await showFigures({ ...dependencies, rateLimits, isOutgoingEnabled: false }, input)).toEqual({
      pendingSubscriptions: { count: 10_000, isExact: false },
      queuedMails: { count: 10_000, isExact: true },
      failedMails: { count: 3, isExact: true },
      limitedPartners: { count: 0, isExact: true },
      oldestQueuedMail: OLDEST,
      rateLimitStore: 'unavailable',
      countsProxiesAsClients: true,
      isOutgoingEnabled: false,
      accountsCreated: [
        { date: '2026-11-21', accounts: 4 },
        { date: '2026-11-22', accounts: 7 },
      ],
    })
    expect(limits).toEqual([{ limitedSince: new Date('2026-11-22T01:31:00Z'), countTo: 10_001, includeTest: true }])
    expect(spans).toMatchObject([
      { start: new Date('2026-11-21T03:00:00Z'), end: new Date('2026-11-22T03:00:00Z') },
      { start: new Date('2026-11-22T03:00:00Z'), end: new Date('2026-11-23T03:00:00Z') },
    ])
  })
})
