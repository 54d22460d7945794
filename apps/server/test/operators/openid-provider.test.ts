import { generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeFailure, OpenIdProvider, SignInError } from '../../src/oidc/openid-provider.ts'
import type { OperatorOidcSettings } from '../../src/settings/operator-oidc-settings.ts'
import {
  CLIENT_ID,
  json,
  type ScriptedOpenIdProvider,
  startScriptedOpenIdProvider,
} from './scripted-openid-provider.ts'

const SECRETS = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'v'.repeat(43) }
const CALLBACK = '?code=the-code&state=the-state'

let scripted: ScriptedOpenIdProvider
let provider: OpenIdProvider
beforeAll(async () => {
  scripted = await startScriptedOpenIdProvider()
  provider = new OpenIdProvider(settingsWith(scripted.issuer), 'https://contas.example')
})
afterAll(() => scripted.stop())
beforeEach(async () => {
  scripted.tokenResponse = await tokensWith({})
})

const settingsWith = (issuer: string): OperatorOidcSettings => ({
  issuer,
  clientId: CLIENT_ID,
  clientSecret: 'secret',
  clientAuthentication: 'basic',
  scope: 'openid email',
  emails: new Map(),
  groups: new Map(),
  groupsClaim: 'groups',
  trustsEmails: false,
  signsOut: false,
})

/** Returns a token response for these secrets. */
const tokensWith = (claims: Record<string, unknown>, key?: CryptoKey) =>
  scripted.tokensWith({ nonce: SECRETS.nonce, ...claims }, key)

const failureOf = async (query = CALLBACK): Promise<SignInError> => {
  const error = await provider.complete(query, SECRETS).catch((reason: unknown) => reason)
  if (!(error instanceof SignInError)) throw new Error('the sign-in did not fail', { cause: error })
  return error
}

it('returns the claims of the ID token', async () => {
  scripted.tokenResponse = await tokensWith({ email: 'ana@empresa.example' })
  const { claims } = await provider.complete(CALLBACK, SECRETS)
  expect(claims).toMatchObject({ sub: 'ana', email: 'ana@empresa.example' })
})

it.each([
  ['denied', 'when the provider rejects the person', '?error=access_denied&state=the-state'],
  ['interrupted', 'when the state belongs to another sign-in', '?code=the-code&state=another-state'],
  ['interrupted', 'without a state', '?code=the-code'],
])('fails with %s %s', async (failure, _case, query) => {
  expect((await failureOf(query)).failure).toBe(failure)
})

it.each([
  ['interrupted', 'invalid_grant'],
  ['unavailable', 'invalid_client'],
])('fails with %s after the OAuth error %s', async (failure, error) => {
  scripted.tokenResponse = json(400, { error })
  expect((await failureOf()).failure).toBe(failure)
})

it('reports the address and the status of a response that is no OAuth error', async () => {
  scripted.tokenResponse = { status: 502, type: 'text/html', body: 'Bad gateway' }
  const error = await failureOf()
  expect(error.failure).toBe('unavailable')
  expect(describeFailure(error)).toMatchObject({ address: `${scripted.issuer}/tokens`, status: 502 })
})

it.each([
  ['aud', { aud: 'another client' }],
  ['iss', { iss: 'https://another.example' }],
  ['nonce', { nonce: 'another nonce' }],
])('fails with identity-invalid when the ID token has another %s', async (claim, claims) => {
  scripted.tokenResponse = await tokensWith(claims)
  const { failure, invalidPart } = await failureOf()
  expect({ failure, invalidPart }).toEqual({ failure: 'identity-invalid', invalidPart: claim })
})

it('fails with identity-invalid when the ID token is signed with another key', async () => {
  const { privateKey } = await generateKeyPair('RS256')
  scripted.tokenResponse = await tokensWith({}, privateKey)
  const { failure, invalidPart } = await failureOf()
  expect({ failure, invalidPart }).toEqual({ failure: 'identity-invalid', invalidPart: 'signature' })
})

it('redirects to the provider whose metadata has a final slash in the issuer, and rejects any other issuer', async () => {
  const begin = (issuer: string) =>
    new OpenIdProvider(settingsWith(issuer), 'https://contas.example').begin(false).then(({ url }) => url.origin)
  expect(await begin(`${scripted.issuer}/`)).toBe(scripted.issuer)
  await expect(begin(scripted.issuer.replace('127.0.0.1', 'localhost'))).rejects.toMatchObject({
    failure: 'unavailable',
  })
})
