import { beforeAll, describe, expect, it } from 'vitest'
import { withUiMessage, outcome, ERRORS } from '../expected-errors.ts'
import { request, sharedService, type TestService } from '../harness.ts'
import { UNREADABLE_BODIES } from '../unreadable-bodies.ts'

describe('POST /tokens returns 422', () => {
  let service: TestService
  beforeAll(async () => {
    service = await sharedService()
  })

  it.each(Object.entries(UNREADABLE_BODIES))('with code 1405 for %s', async (_case, body) => {
    const response = await request(service, 'POST', '/tokens', body)
    expect(outcome(response)).toEqual(ERRORS.invalidJson)
    // The body has been read, so the connection can be reused.
    expect(response.headers.get('connection')).toBe('keep-alive')
  })

  it('with a ui_message in the language of Accept-Language', async () => {
    const response = await request(service, 'POST', '/tokens', '{', { 'accept-language': 'en' })
    expect(outcome(response)).toEqual(withUiMessage(ERRORS.invalidJson, 'The request is not valid JSON.'))
  })
})
