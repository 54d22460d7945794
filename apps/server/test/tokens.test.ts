import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { outcome, ERRORS } from './expected-errors.ts'
import { forge, FORGERIES, tokenWith } from './forged-tokens.ts'
import { type PartnerClient, request, sharedService, signedInPartner, type TestService } from './harness.ts'
import { sendRaw } from './raw-http.ts'

const PATH = '/partner-accounts'

describe('A token', () => {
  let service: TestService
  let partner: PartnerClient
  let claims: Record<string, unknown>
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
    claims = decodeJwt(partner.token)
  })

  const send = (token: string) => request(service, 'GET', PATH, undefined, { authorization: `Bearer ${token}` })

  it('is accepted when it is signed like the tokens of POST /tokens, also with additional claims', async () => {
    expect((await send(tokenWith(claims))).status).toBe(200)
    const exp = Math.floor(Date.now() / 1000) + 60
    expect((await send(tokenWith(claims, { jti: 'another', exp, padding: 'x'.repeat(2000) }))).status).toBe(200)
  })

  it.each(Object.entries(FORGERIES))('is rejected with %s', async (_case, createToken) => {
    const response = await send(await createToken(claims))
    expect(outcome(response)).toEqual(ERRORS.unauthenticated)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="partners", error="invalid_token"')
  })

  it('is rejected when its user does not belong to its partner', async () => {
    const other = await signedInPartner(service)
    for (const changes of [{ partner_id: other.user.partnerId }, { sub: other.user.id }]) {
      expect(outcome(await send(tokenWith(claims, changes)))).toEqual(ERRORS.unauthenticated)
    }
  })

  it('is still accepted after the rejection of a forged token with the same user and another partner', async () => {
    const { token } = await signedInPartner(service)
    const mixedToken = tokenWith(decodeJwt(token), { partner_id: claims['partner_id'] })
    expect(outcome(await send(mixedToken))).toEqual(ERRORS.unauthenticated)
    expect((await send(token)).status).toBe(200)
  })

  it('is rejected when its user no longer exists', async () => {
    const gone = await signedInPartner(service)
    await service.database.prisma.portalUser.deleteMany({ where: { id: gone.user.id } })
    expect(outcome(await gone.get(PATH))).toEqual(ERRORS.unauthenticated)
  })

  it('is accepted from an instance whose clock is a minute ahead', async () => {
    expect((await send(tokenWith(claims, { iat: Math.floor(Date.now() / 1000) + 60 }))).status).toBe(200)
  })

  it.each([
    ['two tokens', () => `Bearer ${partner.token} ${partner.token}`],
    ['two tokens and a comma', () => `Bearer ${partner.token}, Bearer ${partner.token}`],
    ['a parameter', () => `Bearer token="${partner.token}"`],
    ['a tab', () => `Bearer\t${partner.token}`],
    ['the scheme twice', () => `Bearer Bearer ${partner.token}`],
    ['another scheme', () => `Basic ${partner.token}`],
    ['no scheme', () => partner.token],
  ])('is rejected in an Authorization header with %s', async (_case, createHeader) => {
    const authorization = createHeader()
    expect(outcome(await request(service, 'GET', PATH, undefined, { authorization }))).toEqual(ERRORS.unauthenticated)
  })

  it.each([
    ['an additional character', () => `${partner.token}x`],
    ['a percent-encoded dot', () => partner.token.replace('.', '%2E')],
    ['characters of plain base64', () => partner.token.replace('.', '+.')],
    ['a comma', () => partner.token.replace('.', ',')],
  ])('is rejected with %s', async (_case, changeToken) => {
    expect(outcome(await send(changeToken()))).toEqual(ERRORS.unauthenticated)
  })

  it('is rejected in a second Authorization header after an invalid one', async () => {
    const forged = forge({ alg: 'HS256', typ: 'JWT', kid: 'test' }, claims, 'x')
    const bad = [`Bearer ${forged}`, 'Basic x', '']
    for (const first of bad) {
      const headers = ['authorization', first, 'authorization', `Bearer ${partner.token}`]
      const response = await sendRaw(service, { method: 'GET', path: `/partners/v1${PATH}`, headers })
      expect(outcome(response)).toEqual(ERRORS.unauthenticated)
    }
  })
})
