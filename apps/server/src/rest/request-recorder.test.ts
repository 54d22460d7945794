import type { LoggedRequest } from '@partner-accounts/core'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { MAX_OF_ALL, MAX_OF_PARTNER, createRequestRecorder } from './request-recorder.ts'

/** Records requests of partners that each send the same number, and returns what was stored and dropped. */
async function recordRequests({ partners, each }: { partners: number; each: number }, trim = () => Promise.resolve()) {
  const stored: LoggedRequest[] = []
  let dropped = 0
  const recorder = createRequestRecorder({
    store: {
      add(requests) {
        stored.push(...requests)
        return Promise.resolve()
      },
      trim,
      findByRequestId: () => Promise.resolve([]),
      page: () => Promise.reject(new Error('not read')),
    },
    logger: pino({ level: 'silent' }),
    onDropped: (count) => {
      dropped += count
    },
  })
  for (let sent = 0; sent < partners * each; sent++) {
    const request = {
      userId: 'user',
      at: new Date(),
      method: 'GET',
      route: null,
      status: 429,
      code: 429,
      fields: [],
      requestId: 'r',
      durationMs: 1,
    }
    recorder.record({ partnerId: `partner-${sent % partners}`, ...request })
  }
  await recorder.close()
  return { stored: stored.length, dropped }
}

it('records a limited number of requests per partner and interval, and counts the others as dropped', async () => {
  expect(await recordRequests({ partners: 2, each: MAX_OF_PARTNER + 50 })).toEqual({
    stored: 2 * MAX_OF_PARTNER,
    dropped: 100,
  })
})

it('records a limited number of requests of all partners', async () => {
  expect(await recordRequests({ partners: MAX_OF_ALL + 5, each: 1 })).toEqual({ stored: MAX_OF_ALL, dropped: 5 })
})

it('does not count stored requests as dropped if earlier ones cannot be deleted', async () => {
  // Deletes earlier requests after each batch.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  const trim = vi.fn(() => Promise.reject(new Error('the database is unavailable')))
  try {
    expect(await recordRequests({ partners: 2, each: 1 }, trim)).toEqual({ stored: 2, dropped: 0 })
    expect(trim).toHaveBeenCalledTimes(2)
  } finally {
    random.mockRestore()
  }
})
