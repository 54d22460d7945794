import { beforeAll, describe, expect, it } from 'vitest'
import { withUiMessage, outcome, ERRORS } from './expected-errors.ts'
import { accountBody, request, sharedService, signedInPartner, type TestService } from './harness.ts'

/** Verifies the 401 responses of an endpoint. Forged tokens are covered by `tokens.test.ts`. */
export function unauthenticatedContract(method: 'GET' | 'POST', path: string): void {
  describe(`${method} ${path} returns 401`, () => {
    let service: TestService
    let token: string
    beforeAll(async () => {
      service = await sharedService()
      token = (await signedInPartner(service)).token
    })

    const body = method === 'POST' ? accountBody() : undefined
    const send = (headers: Record<string, string>) => request(service, method, path, body, headers)

    const authorizations: [string, () => string][] = [
      ['an empty header', () => ''],
      ['a scheme without a token', () => 'Bearer'],
      ['a scheme and a space', () => 'Bearer '],
      ['a token without a scheme', () => token],
      ['a token under Basic', () => `Basic ${token}`],
      ['the Basic credentials of the account-level public API', () => `Basic ${btoa('public:pat_x')}`],
      ['a token in quotes', () => `Bearer "${token}"`],
      ['two tokens', () => `Bearer ${token}, Bearer ${token}`],
      ['a token and a word', () => `Bearer ${token} please`],
      ['half a token', () => `Bearer ${token.slice(0, token.length / 2)}`],
      ['a word', () => 'Bearer token'],
    ]

    it('without a token, with WWW-Authenticate: Bearer', async () => {
      const response = await send({})
      expect(outcome(response)).toEqual(ERRORS.unauthenticated)
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="partners"')
    })

    it.each(authorizations)('for %s', async (_case, authorization) => {
      expect(outcome(await send({ authorization: authorization() }))).toEqual(ERRORS.unauthenticated)
    })

    it('for a token in the query or in a cookie', async () => {
      const inQuery = await request(service, method, `${path}?token=${token}&access_token=${token}`, body)
      expect(outcome(inQuery)).toEqual(ERRORS.unauthenticated)
      expect(outcome(await send({ cookie: `token=${token}` }))).toEqual(ERRORS.unauthenticated)
    })

    it('with a ui_message in the language of Accept-Language', async () => {
      const english = withUiMessage(ERRORS.unauthenticated, 'Your session has expired or is invalid. Sign in again.')
      expect(outcome(await send({ 'accept-language': 'en' }))).toEqual(english)
    })

    it('never for the same request with a valid token', async () => {
      expect((await send({ authorization: `Bearer ${token}` })).status).not.toBe(401)
      expect((await send({ authorization: `bearer  ${token}` })).status).not.toBe(401)
    })
  })
}
