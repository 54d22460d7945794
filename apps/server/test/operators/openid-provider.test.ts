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
  scripted.otherResponses = {}
  scripted.metadata = {}
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

const providerWith = (changes: Partial<OperatorOidcSettings>) =>
  new OpenIdProvider({ ...settingsWith(scripted.issuer), ...changes }, 'https://contas.example')

it.each([
  ['basic', `Basic ${btoa('console:secret')}`, false],
  ['post', undefined, true],
] as const)(
  'sends the secret of the client as configured: %s',
  async (clientAuthentication, authorization, isInBody) => {
    await providerWith({ clientAuthentication }).complete(CALLBACK, SECRETS)
    expect(scripted.tokenRequest.authorization).toBe(authorization)
    expect(scripted.tokenRequest.body.includes('client_secret=secret')).toBe(isInBody)
    expect(scripted.tokenRequest.body).toContain(`code_verifier=${SECRETS.codeVerifier}`)
  },
)

it('begins with the configured scope, the state and the challenge, and asks for another person only if requested', async () => {
  const begun = await provider.begin(true)
  const { searchParams } = begun.url
  const { state, nonce } = begun.secrets
  expect(Object.fromEntries(searchParams)).toMatchObject({ scope: 'openid email', state, nonce, prompt: 'login' })
  expect((await provider.begin(false)).url.searchParams.has('prompt')).toBe(false)
})

it('completes the claims by the user information, if the provider has it', async () => {
  scripted.metadata = { userinfo_endpoint: `${scripted.issuer}/userinfo` }
  scripted.otherResponses = { '/userinfo': json(200, { sub: 'ana', email: 'ana@empresa.example', groups: ['ops'] }) }
  const { claims } = await provider.complete(CALLBACK, SECRETS)
  expect(claims).toMatchObject({ sub: 'ana', email: 'ana@empresa.example', groups: ['ops'], email_verified: null })
})

it('describes a rejection of the user information by its challenge', async () => {
  scripted.metadata = { userinfo_endpoint: `${scripted.issuer}/userinfo` }
  scripted.otherResponses = { '/userinfo': json(401, {}) }
  expect((await failureOf()).failure).toBe('unavailable')
})

it.each([
  ['interrupted', 400, { error: 'invalid_grant', error_description: 'The code has expired.' }],
  ['unavailable', 401, { error: 'invalid_client', error_description: 'Unknown client.' }],
])('describes %s with the error of the provider and its description', async (failure, status, body) => {
  scripted.tokenResponse = json(status, body)
  const error = await failureOf()
  expect(error.failure).toBe(failure)
  expect(describeFailure(error)).toMatchObject({ error: body.error, description: body.error_description })
})

it('describes a denial with the error in the query', async () => {
  const error = await failureOf('?error=access_denied&error_description=No&state=the-state')
  expect(describeFailure(error)).toMatchObject({ error: 'access_denied', description: 'No', address: undefined })
})

it('fails with unavailable when a response is larger than 256 KiB', async () => {
  scripted.tokenResponse = { status: 200, type: 'application/json', body: ' '.repeat(256 * 1024 + 1) }
  const error = await failureOf()
  expect([error.failure, describeFailure(error)['address']]).toEqual(['unavailable', `${scripted.issuer}/tokens`])
})

it('returns the URL to sign out with a short ID token as a hint, and none without such a page', async () => {
  expect(await provider.findSignOut('token')).toBeUndefined()
  scripted.metadata = { end_session_endpoint: `${scripted.issuer}/end` }
  const queryFor = async (idToken: string | undefined) => {
    const url = new URL((await provider.findSignOut(idToken))!)
    expect(url.href).toMatch(new RegExp(`^${scripted.issuer}/end\\?`))
    return Object.fromEntries(url.searchParams)
  }
  const query = {
    client_id: CLIENT_ID,
    post_logout_redirect_uri: 'https://contas.example/console/sign-in',
    state: 'signed-out',
  }
  expect(await queryFor('x'.repeat(4_096))).toEqual({ ...query, id_token_hint: 'x'.repeat(4_096) })
  for (const idToken of [undefined, 'x'.repeat(4_097)]) expect(await queryFor(idToken)).toEqual(query)
  expect(await providerWith({ issuer: 'http://127.0.0.1:1' }).findSignOut('token')).toBeUndefined()
})
