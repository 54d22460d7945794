import { ACCOUNT_FIELD_PATHS } from '@partner-accounts/rules'
import fc from 'fast-check'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partnerAccountsService } from '../../src/testing/index.ts'
import { type RunningService, startService } from '../running-service.ts'
import { accountBody, Conversation, type Subject } from './conversation.ts'
import { FIELD_VALUES } from './field-values.ts'
import { LIMITED_TALKS, outcomeOf, type Talk, TALKS } from './service.contract.ts'
import { actedSubject, runningSubject } from './subjects.ts'

const FIELDS = [...ACCOUNT_FIELD_PATHS, 'company_doc', 'company_doc.address']

/**
 * Starts the fake and the running service for the tests of a `describe`.
 *
 * @param told formats the `RateLimit` header for comparison
 */
function twoServices(limit: number, told?: (text: string) => string) {
  const baseUrl = 'https://api.example/partners/v1'
  const service = partnerAccountsService({ baseUrl, rateLimit: { requests: limit, windowSeconds: 60 } })
  const server = setupServer(...service.handlers)
  let running: RunningService
  const subjects = {} as { acted: Subject; real: Subject }
  beforeAll(async () => {
    running = await startService({ RATE_LIMIT_REQUESTS: String(limit) })
    Object.assign(subjects, { acted: actedSubject(service), real: runningSubject(running) })
    const { origin } = new URL(running.baseUrl)
    server.listen({ onUnhandledRequest: ({ url }, { error }) => (url.startsWith(origin) ? undefined : error()) })
  })
  afterAll(async () => {
    server.close()
    await running?.stop()
  })

  /** Returns the responses of both services to the same requests. */
  async function hold(run: Talk['run']) {
    const answersOf = async (subject: Subject) => {
      const talk = new Conversation(subject, told)
      await run(talk)
      return talk.answers
    }
    const [acted, real] = await Promise.all([answersOf(subjects.acted), answersOf(subjects.real)])
    return { acted, real }
  }
  const compare = async ({ outcomes, run }: Talk) => {
    const { acted, real } = await hold(run)
    expect(acted.map(outcomeOf)).toEqual(outcomes)
    expect(acted).toEqual(real)
  }
  return { subjects, hold, compare }
}

describe('the fake service, compared with the running one,', () => {
  const { subjects, hold, compare } = twoServices(1_000_000)

  it.concurrent.each(Object.entries(TALKS))('%s', (_guarantee, talk) => compare(talk))

  describe('checks', () => {
    const tokens = new Map<Subject, string>()
    beforeAll(async () => {
      for (const subject of Object.values(subjects)) tokens.set(subject, await new Conversation(subject).enter())
    })

    /** @returns how many of the bodies were taken */
    async function compareBodies(changes: readonly Record<string, unknown>[]): Promise<number> {
      const bodies = changes.map((change) => accountBody(change))
      const { acted, real } = await hold(async (talk) => {
        for (const body of bodies) await talk.create(tokens.get(talk.subject)!, body)
      })
      for (const [index, answer] of acted.entries()) expect(answer, JSON.stringify(changes[index])).toEqual(real[index])
      return acted.filter((answer) => outcomeOf(answer) === '200').length
    }

    it.each(FIELDS)('%s with any value', async (field) => {
      const taken = await compareBodies(FIELD_VALUES.map((value) => ({ [field]: value })))
      expect(taken).toBeLessThan(FIELD_VALUES.length)
    })

    it('several fields with any values', async () => {
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
      const some = fc.array(changes, { minLength: 10, maxLength: 10 })
      await fc.assert(
        fc.asyncProperty(some, async (batch) => void (await compareBodies(batch))),
        { numRuns: 40 },
      )
    })
  })
})

describe('the fake service with 3 requests per minute, compared with the running one,', () => {
  // What is left is compared too; when more is due depends on how long the requests took.
  const { compare } = twoServices(3, (text) => text.replace(/t=\d+/, 't=n'))

  it.each(Object.entries(LIMITED_TALKS))('%s', (_guarantee, talk) => compare(talk))
})
