import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { addPortalUser, request, sharedService, type TestPortalUser, type TestService } from '../harness.ts'

describe('POST /tokens returns 200', () => {
  let service: TestService
  let user: TestPortalUser
  beforeAll(async () => {
    service = await sharedService()
    user = await addPortalUser(service)
  })

  const signInWith = (body: unknown, headers?: Record<string, string>) =>
    request(service, 'POST', '/tokens', body, headers)

  it('with a token and the id of the portal user', async () => {
    const { status, body } = await signInWith({ email: user.email, password: user.password })
    expect(status).toBe(200)
    expect(body).toEqual({ token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/), _id: user.id })
  })

  it('with a JWT of user, partner, issuer, audience and an expiry after an hour, without personal data', async () => {
    const before = Math.floor(Date.now() / 1000)
    const { body } = await signInWith({ email: user.email, password: user.password })
    const payload = decodeJwt(body.token)

    expect(decodeProtectedHeader(body.token)).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'test' })
    expect(payload).toEqual({
      iss: 'partner-accounts',
      aud: 'partners/v1',
      sub: user.id,
      partner_id: user.partnerId,
      iat: expect.any(Number),
      exp: (payload.iat ?? 0) + 3600,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      generation: 0,
    })
    expect(payload.iat).toBeGreaterThanOrEqual(before)
  })

  it('with a different token each time', async () => {
    const credentials = { email: user.email, password: user.password }
    const one = await signInWith(credentials)
    const other = await signInWith(credentials)
    expect(decodeJwt(one.body.token).jti).not.toBe(decodeJwt(other.body.token).jti)
  })

  it.each([
    ['the e-mail in another case', () => ({ email: user.email.toUpperCase(), password: user.password })],
    ['unknown fields', () => ({ email: user.email, password: user.password, remember: true })],
  ])('for %s', async (_case, credentials) => {
    const { status, body } = await signInWith(credentials())
    expect(status).toBe(200)
    expect(body).toEqual({ token: expect.any(String), _id: user.id })
  })

  it.each([
    { 'content-type': 'application/json' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'text/plain;charset=UTF-8' },
    { 'content-type': 'nonsense' },
    { 'content-type': ';charset' },
    { 'content-type': '' },
    { 'content-type': 'application/json; charset="utf-16' },
    { authorization: 'Bearer invalid.old.token' },
    { authorization: 'Basic cHVibGljOnB1YmxpYw==' },
  ])('regardless of the headers %j', async (headers) => {
    const { status, body } = await signInWith(JSON.stringify({ email: user.email, password: user.password }), headers)
    expect(status).toBe(200)
    expect(body).toEqual({ token: expect.any(String), _id: user.id })
  })
})
