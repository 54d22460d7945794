import { beforeAll, describe, expect, it } from 'vitest'
import { inWords, outcome, REFUSALS } from '../expected-errors.ts'
import { request, sharedService, type TestService } from '../harness.ts'
import { UNREADABLE_BODIES } from '../unreadable-bodies.ts'

describe('POST /tokens gives 422', () => {
  let service: TestService
  beforeAll(async () => {
    service = await sharedService()
  })

  it.each(Object.entries(UNREADABLE_BODIES))('1405 for %s', async (_case, body) => {
    const answer = await request(service, 'POST', '/tokens', body)
    expect(outcome(answer)).toEqual(REFUSALS.invalidJson)
    // The body has been read: the connection stays good for the next request.
    expect(answer.headers.get('connection')).toBe('keep-alive')
  })

  it('in the language of Accept-Language', async () => {
    const answer = await request(service, 'POST', '/tokens', '{', { 'accept-language': 'en' })
    expect(outcome(answer)).toEqual(inWords(REFUSALS.invalidJson, 'The request is not valid JSON.'))
  })
})
