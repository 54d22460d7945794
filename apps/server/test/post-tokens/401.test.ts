import { beforeAll, describe, expect, it } from 'vitest'
import { withUiMessage, outcome, ERRORS } from '../expected-errors.ts'
import { addPortalUser, newAddress, request, sharedService, type TestPortalUser, type TestService } from '../harness.ts'

describe('POST /tokens returns 401', () => {
  let service: TestService
  let user: TestPortalUser
  let invited: TestPortalUser
  let disabled: TestPortalUser
  beforeAll(async () => {
    service = await sharedService()
    user = await addPortalUser(service)
    invited = await addPortalUser(service, { status: 'invited' })
    disabled = await addPortalUser(service, { status: 'disabled' })
  })

  // Each request comes from a different address, because failed sign-ins are counted by address (guessing.test.ts).
  const signInWith = (body: unknown, headers: Record<string, string> = {}) =>
    request(service, 'POST', '/tokens', body, { 'x-forwarded-for': newAddress(), ...headers })

  const changes = {
    'no e-mail': { email: undefined },
    'an empty e-mail': { email: '' },
    'null as e-mail': { email: null },
    'a number as e-mail': { email: 1 },
    'a list as e-mail': { email: ['demo@partner.example'] },
    'an object as e-mail': { email: { not: null } },
    'an unknown e-mail': { email: 'nobody@revenda.example' },
    'an e-mail with U+0000': { email: 'a\0@revenda.example' },
    'an e-mail with half a surrogate pair': { email: '\ud800@revenda.example' },
    'a pattern as e-mail': { email: '%' },
    'no password': { password: undefined },
    'an empty password': { password: '' },
    'null as password': { password: null },
    'true as password': { password: true },
    'a list as password': { password: [] },
    'a wrong password': { password: 'not the password' },
    'a password with U+0000': { password: 'a\0b' },
    'a password of 60,000 characters': { password: 'x'.repeat(60_000) },
  }
  it.each(Object.entries(changes))('with code 1418 for %s', async (_case, change) => {
    const response = await signInWith({ email: user.email, password: user.password, ...change })
    expect(outcome(response)).toEqual(ERRORS.invalidCredentials)
  })

  it('with code 1418 for the password in another case or with a suffix', async () => {
    for (const password of [user.password.toUpperCase(), `${user.password} `, `${user.password}\0`]) {
      expect(outcome(await signInWith({ email: user.email, password }))).toEqual(ERRORS.invalidCredentials)
    }
  })

  it('with code 1418 for an object without credentials', async () => {
    expect(outcome(await signInWith({}))).toEqual(ERRORS.invalidCredentials)
  })

  it.each([[[]], ['"text"'], [1], [true], ['null']])(
    'with code 1418 for JSON that is not an object, with the reason in the message: %j',
    async (body) => {
      const { status, body: expected } = structuredClone(ERRORS.invalidCredentials)
      const error = (expected as { _error: { message: string } })._error
      error.message += ' The request body is not a JSON object.'
      expect(outcome(await signInWith(body))).toEqual({ status, body: expected })
    },
  )

  it('with code 1418 for a disabled user with the right password', async () => {
    const response = await signInWith({ email: disabled.email, password: disabled.password })
    expect(outcome(response)).toEqual(ERRORS.invalidCredentials)
  })

  it('with code 24 for a user who is not activated, regardless of the password', async () => {
    for (const password of [invited.password, 'anything']) {
      const response = await signInWith({ email: invited.email.toUpperCase(), password })
      expect(outcome(response)).toEqual(ERRORS.notActivated)
    }
  })

  it('with a ui_message in the language of Accept-Language', async () => {
    const english = { 'accept-language': 'en-GB, pt;q=0.8' }
    expect(outcome(await signInWith({}, english))).toEqual(
      withUiMessage(ERRORS.invalidCredentials, 'Incorrect e-mail or password.'),
    )
    expect(outcome(await signInWith({ email: invited.email, password: 'x' }, english))).toEqual(
      withUiMessage(
        ERRORS.notActivated,
        'Your user has not been activated yet. Verify your e-mail by opening the activation link we sent you.',
      ),
    )
  })
})
