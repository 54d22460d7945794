import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partnerAccountsService } from '../../src/testing/index.ts'
import { Recorder } from './recorder.ts'
import { LIMITED_SCENARIOS, outcomeOf, type Scenario, SCENARIOS } from './service.contract.ts'
import { fakeService } from './services-under-test.ts'

/** Starts a fake service for the tests of a `describe`. Returns a function that verifies the outcomes of a scenario. */
function startFake(baseUrl: string, rateLimit?: { requests: number; windowSeconds: number }) {
  const service = partnerAccountsService({ baseUrl, ...(rateLimit && { rateLimit }) })
  const server = setupServer(...service.handlers)
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterAll(() => server.close())
  return async ({ outcomes, run }: Scenario): Promise<void> => {
    const recorder = new Recorder(fakeService(service))
    await run(recorder)
    expect(recorder.responses.map(outcomeOf)).toEqual(outcomes)
  }
}

// service.system.test.ts compares these responses with those of the running service.
describe('the fake service', () => {
  const verify = startFake('https://api.example/partners/v1')
  it.each(Object.entries(SCENARIOS))('%s', (_title, scenario) => verify(scenario))
})

describe('the fake service with 3 requests per minute', () => {
  const verify = startFake('https://limited.example/partners/v1', { requests: 3, windowSeconds: 60 })
  it.each(Object.entries(LIMITED_SCENARIOS))('%s', (_title, scenario) => verify(scenario))
})
