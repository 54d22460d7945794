import { ACCOUNT_FIELD_PATHS } from '@partner-accounts/rules'
import fc from 'fast-check'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partnerAccountsService } from '../../src/testing/index.ts'
import { type RunningService, startService } from '../running-service.ts'
import { accountBody, Recorder, type ServiceUnderTest } from './recorder.ts'
import { FIELD_VALUES } from './field-values.ts'
import { LIMITED_SCENARIOS, outcomeOf, type Scenario, SCENARIOS } from './service.contract.ts'
import { fakeService, runningService } from './services-under-test.ts'

const FIELDS = [...ACCOUNT_FIELD_PATHS, 'company_doc', 'company_doc.address']

/**
 * Starts the fake and the running service for the tests of a `describe`.
 *
 * @param formatRateLimit formats the `RateLimit` header for comparison
 */
function startBoth(limit: number, formatRateLimit?: (text: string) => string) {
  const baseUrl = 'https://api.example/partners/v1'
  const service = partnerAccountsService({ baseUrl, rateLimit: { requests: limit, windowSeconds: 60 } })
  const server = setupServer(...service.handlers)
  let running: RunningService
  const services = {} as { fake: ServiceUnderTest; real: ServiceUnderTest }
  beforeAll(async () => {
    running = await startService({ RATE_LIMIT_REQUESTS: String(limit) })
    Object.assign(services, { fake: fakeService(service), real: runningService(running) })
    const { origin } = new URL(running.baseUrl)
    server.listen({ onUnhandledRequest: ({ url }, { error }) => (url.startsWith(origin) ? undefined : error()) })
  })
  afterAll(async () => {
    server.close()
    await running?.stop()
  })

  /** Returns the responses of both services to the same requests. */
  async function recordBoth(run: Scenario['run']) {
    const responsesOf = async (service: ServiceUnderTest) => {
      const recorder = new Recorder(service, formatRateLimit)
      await run(recorder)
      return recorder.responses
    }
    const [fake, real] = await Promise.all([responsesOf(services.fake), responsesOf(services.real)])
    return { fake, real }
  }
  const compare = async ({ outcomes, run }: Scenario) => {
    const { fake, real } = await recordBoth(run)
    expect(fake.map(outcomeOf)).toEqual(outcomes)
    expect(fake).toEqual(real)
  }
  return { services, recordBoth, compare }
}

describe('the fake service responds like the running service', () => {
  const { services, recordBoth, compare } = startBoth(1_000_000)

  it.concurrent.each(Object.entries(SCENARIOS))('%s', (_title, scenario) => compare(scenario))

  describe('to POST /partner-accounts with', () => {
    const tokens = new Map<ServiceUnderTest, string>()
    beforeAll(async () => {
      for (const service of Object.values(services)) tokens.set(service, await new Recorder(service).newToken())
    })

    /** Compares the responses to creations with these changes. Returns the number of accepted creations. */
    async function compareBodies(changes: readonly Record<string, unknown>[]): Promise<number> {
      const bodies = changes.map((change) => accountBody(change))
      const { fake, real } = await recordBoth(async (recorder) => {
        for (const body of bodies) await recorder.create(tokens.get(recorder.service)!, body)
      })
      for (const [index, response] of fake.entries())
        expect(response, JSON.stringify(changes[index])).toEqual(real[index])
      return fake.filter((response) => outcomeOf(response) === '200').length
    }

    it.each(FIELDS)('any value of %s', async (field) => {
      const accepted = await compareBodies(FIELD_VALUES.map((value) => ({ [field]: value })))
      expect(accepted).toBeLessThan(FIELD_VALUES.length)
    })

    it('any values of several fields', async () => {
      const value = fc.oneof(
        fc.constantFrom(...FIELD_VALUES),
        fc.string({ unit: 'binary', maxLength: 8 }),
        fc.integer({ min: -1, max: 5_001 }),
        fc.stringMatching(/^[0-9A-Za-z]{8,15}$/),
      )
      const changes = fc.dictionary(fc.constantFrom(...FIELDS), value, {
        minKeys: 1,
        maxKeys: 6,
        noNullPrototype: true,
      })
      const batches = fc.array(changes, { minLength: 10, maxLength: 10 })
      await fc.assert(
        fc.asyncProperty(batches, async (batch) => void (await compareBodies(batch))),
        { numRuns: 40 },
      )
    })
  })
})

describe('the fake service with 3 requests per minute responds like the running service', () => {
  // `r`, the remaining requests, is compared. `t`, the seconds until the next slot, depends on the requests' durations.
  const { compare } = startBoth(3, (text) => text.replace(/t=\d+/, 't=n'))

  it.each(Object.entries(LIMITED_SCENARIOS))('%s', (_title, scenario) => compare(scenario))
})
