import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { captureLog } from '../../test/mail/log-capture.ts'
import { type Attempt, DeliveryWorker, type DeliveryWorkerOptions, retryDelaySeconds } from './delivery-worker.ts'

interface Delivery {
  id: string
  partnerId: string | null
  attempts: number
}
type Options = DeliveryWorkerOptions<Delivery, string>
type Failure = NonNullable<Attempt<string>['failure']>

afterEach(() => void vi.restoreAllMocks())

const deliveryOf = (id: string, attempts = 1): Delivery => ({ id, partnerId: 'p', attempts })
const failing = (failure: Failure) => () => Promise.resolve({ failure, report: 'r' })

/** Starts a worker on a queue with these deliveries. Returns what it claimed, recorded and logged, and each outcome. */
function startWorker(deliveries: Delivery[], options: Partial<Options> = {}) {
  const { logger, lines } = captureLog('info')
  const recorded: unknown[] = []
  const outcomes: unknown[] = []
  const claims: { limit: number; seconds: number }[] = []
  const worker = new DeliveryWorker<Delivery, string>({
    name: 'parcel',
    queue: {
      claim: (limit, seconds) => {
        claims.push({ limit, seconds })
        return Promise.resolve(deliveries.splice(0, limit))
      },
      record: (batch) => {
        recorded.push(...batch)
        return Promise.resolve()
      },
      state: () => Promise.reject(new Error('unused')),
    },
    concurrency: 1,
    deliver: () => Promise.resolve({ report: 'r' }),
    retryDelays: [10, 20],
    factsOf: ({ id }) => ({ parcelId: id }),
    logger,
    onAttempt: (_delivery, outcome) => outcomes.push(outcome),
    pollMilliseconds: 5,
    ...options,
  })
  worker.start()
  onTestFinished(() => worker.stop())
  return { recorded, outcomes, lines, claims, worker }
}

it('a delivery is claimed for a minute, sent, recorded, logged and reported', async () => {
  const delivery = deliveryOf('a')
  const { recorded, outcomes, lines, claims } = startWorker([delivery])
  await expect.poll(() => recorded).toEqual([{ delivery, report: 'r' }])
  expect(outcomes).toEqual(['sent'])
  expect(lines).toEqual([{ level: 30, parcelId: 'a', partnerId: 'p', attempt: 1, outcome: 'sent', msg: 'parcel sent' }])
  expect(claims[0]).toEqual({ limit: 1, seconds: 60 })
})

it.each<[string, Failure, Delivery, number]>([
  ['with a delay', { error: 'busy', isPermanent: false }, deliveryOf('a', 2), 20],
  ['with a longer delay if requested', { error: 'busy', isPermanent: false, minRetrySeconds: 60 }, deliveryOf('a'), 60],
  [
    'with the first delay if nothing was sent',
    { error: 'no key', isPermanent: false, isUncounted: true },
    deliveryOf('a', 9),
    10,
  ],
])('a failed delivery is retried %s', async (_case, failure, delivery, retryInSeconds) => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { recorded, outcomes, lines } = startWorker([delivery], { deliver: failing(failure) })
  const { error, isUncounted = false } = failure
  await expect
    .poll(() => recorded)
    .toEqual([{ delivery, failure: { error, retryInSeconds, isUncounted }, report: 'r' }])
  expect(outcomes).toEqual(['deferred'])
  expect(lines).toMatchObject([{ level: 40, outcome: 'deferred', error, retryInSeconds, msg: 'parcel deferred' }])
})

it.each([
  ['a permanent failure', { error: 'gone', isPermanent: true }, deliveryOf('a')],
  ['a failure of its last attempt', { error: 'busy', isPermanent: false }, deliveryOf('a', 3)],
])('a delivery is not retried after %s', async (_case, failure, delivery) => {
  const { recorded, outcomes, lines } = startWorker([delivery], { deliver: failing(failure) })
  const { error } = failure
  const recordedFailure = { error, retryInSeconds: undefined, isUncounted: false }
  await expect.poll(() => recorded).toEqual([{ delivery, failure: recordedFailure, report: 'r' }])
  expect(outcomes).toEqual(['failed'])
  expect(lines).toMatchObject([{ level: 50, outcome: 'failed', error, msg: 'parcel failed permanently' }])
})

it('a delivery is not attempted after half of its claim, because the claim could expire meanwhile', async () => {
  const clock = vi.spyOn(performance, 'now')
  clock.mockReturnValue(0)
  const attempted: string[] = []
  let finish = () => {}
  const deliver = ({ id }: Delivery) => {
    attempted.push(id)
    return new Promise<Attempt<string>>((resolve) => {
      finish = () => resolve({ report: 'r' })
    })
  }
  const claimed = [deliveryOf('a'), deliveryOf('b')]
  const recorded: string[] = []
  const { worker } = startWorker([], {
    deliver,
    queue: {
      // Returns more deliveries than the concurrency, like the claim of a worker that has just finished many.
      claim: () => Promise.resolve(claimed.splice(0)),
      record: (batch) => {
        recorded.push(...batch.map(({ delivery }) => delivery.id))
        return Promise.resolve()
      },
      state: () => Promise.reject(new Error('unused')),
    },
  })
  await expect.poll(() => attempted).toEqual(['a'])
  clock.mockReturnValue(30_001)
  finish()
  await expect.poll(() => recorded).toEqual(['a'])
  await worker.stop()
  expect([attempted, recorded]).toEqual([['a'], ['a']])
})

it('deliveries that were not attempted do not count as finished, so few are claimed after them', async () => {
  const clock = vi.spyOn(performance, 'now')
  clock.mockReturnValue(0)
  let attempts = 0
  let isOver = false
  const hanging: (() => void)[] = []
  const deliver = () =>
    new Promise<Attempt<string>>((resolve) => {
      const finish = () => resolve({ report: 'r' })
      attempts += 1
      if (attempts > 100 && !isOver) hanging.push(finish)
      else finish()
    })
  const deliveries = Array.from({ length: 1_000 }, (_, index) => deliveryOf(`d${index}`))
  const { claims } = startWorker(deliveries, { concurrency: 2, deliver })
  onTestFinished(() => {
    isOver = true
    for (const finish of hanging) finish()
  })
  await expect.poll(() => hanging).toHaveLength(2)
  // The first 100 took no time, so the worker has claimed many.
  expect(claims.at(-1)!.limit).toBeGreaterThan(100)
  const claimsBefore = claims.length
  clock.mockReturnValue(30_001)
  for (const finish of hanging.splice(0)) finish()
  await expect.poll(() => hanging).toHaveLength(2)
  expect(Math.max(...claims.slice(claimsBefore).map(({ limit }) => limit))).toBeLessThanOrEqual(2)
})

it('a delivery that finishes during a claim lets the worker claim again immediately', async () => {
  const first = deliveryOf('a')
  const next = deliveryOf('b')
  let finishFirst = () => {}
  const firstRecorded = new Promise<void>((resolve) => {
    finishFirst = resolve
  })
  // The second claim finds nothing, because `next` must wait for `first`, which finishes before the claim's response.
  const claims = [() => [first], () => firstRecorded.then(() => []), () => [next]]
  const recorded: string[] = []
  startWorker([], {
    concurrency: 2,
    pollMilliseconds: 60_000,
    queue: {
      claim: async () => (await claims.shift()?.()) ?? [],
      record: (batch) => {
        recorded.push(...batch.map(({ delivery }) => delivery.id))
        // Lets the worker note the finished delivery before the claim responds.
        setTimeout(finishFirst)
        return Promise.resolve()
      },
      state: () => Promise.reject(new Error('unused')),
    },
  })
  await expect.poll(() => recorded, { timeout: 5_000 }).toEqual(['a', 'b'])
})

it('retries are spread by a fifth around their delay, and end after the last delay', () => {
  const delayOf = (attempts: number, random: number) => retryDelaySeconds([100, 200], attempts, () => random)
  expect([0, 0.5, 1].map((random) => delayOf(1, random))).toEqual([80, 100, 120])
  expect([0, 2, 3].map((attempts) => delayOf(attempts, 0.5))).toEqual([100, 200, undefined])
})
