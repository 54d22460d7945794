import { createHash } from 'node:crypto'
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

const PUBLIC_URL = 'https://contas.example'
const SECRETS = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'v'.repeat(43) }
const CALLBACK = '?code=the-code&state=the-state'

let scripted: ScriptedOpenIdProvider
let provider: OpenIdProvider
beforeAll(async () => {
  scripted = await startScriptedOpenIdProvider()
  provider = providerWith({})
})
afterAll(() => scripted.stop())
beforeEach(async () => {
  scripted.tokenResponse = await tokensWith({})
  scripted.otherResponses = {}
  scripted.metadata = {}
})

function providerWith(changes: Partial<OperatorOidcSettings>): OpenIdProvider {
  const settings: OperatorOidcSettings = {
    issuer: scripted.issuer,
    clientId: CLIENT_ID,
    clientSecret: 'secret',
    clientAuthentication: 'basic',
    scope: 'openid email',
    emails: new Map(),
    groups: new Map(),
    groupsClaim: 'groups',
    trustsEmails: false,
    signsOut: false,
  }
  return new OpenIdProvider({ ...settings, ...changes }, PUBLIC_URL)
}

/** Returns a token response for the sign-in with `SECRETS`. */
const tokensWith = (claims: Record<string, unknown>, key?: CryptoKey) =>
  scripted.tokensWith({ nonce: SECRETS.nonce, ...claims }, key)

/** Completes the sign-in with `SECRETS`, which must fail, and returns the error. */
const failToComplete = async (query = CALLBACK): Promise<SignInError> => {
  const error = await provider.complete(query, SECRETS).catch((reason: unknown) => reason)
  if (!(error instanceof SignInError)) throw new Error('the sign-in did not fail', { cause: error })
  return error
}

it('complete() returns the claims of the ID token', async () => {
  scripted.tokenResponse = await tokensWith({ email: 'ana@empresa.example' })
  const { claims } = await provider.complete(CALLBACK, SECRETS)
  expect(claims).toMatchObject({ sub: 'ana', email: 'ana@empresa.example' })
})

it.each([
  ['denied', 'when the provider rejects the person', '?error=access_denied&state=the-state'],
  ['unavailable', 'when the provider is overloaded', '?error=temporarily_unavailable&state=the-state'],
  ['unavailable', 'when the provider has failed', '?error=server_error&state=the-state'],
  ['interrupted', 'when the state belongs to another sign-in', '?code=the-code&state=another-state'],
  ['interrupted', 'without a state', '?code=the-code'],
])('complete() fails with %s %s', async (failure, _case, query) => {
  expect((await failToComplete(query)).failure).toBe(failure)
})

it.each([
  ['interrupted', 'invalid_grant'],
  ['unavailable', 'invalid_client'],
])('complete() fails with %s after the OAuth error %s', async (failure, error) => {
  scripted.tokenResponse = json(400, { error })
  expect((await failToComplete()).failure).toBe(failure)
})

it('describeFailure() returns the address and the status of a response other than an OAuth error', async () => {
  scripted.tokenResponse = { status: 502, headers: { 'content-type': 'text/html' }, body: 'Bad gateway' }
  const error = await failToComplete()
  expect(error.failure).toBe('unavailable')
  expect(describeFailure(error)).toMatchObject({ address: `${scripted.issuer}/tokens`, status: 502 })
})

it.each([
  ['aud', { aud: 'another client' }],
  ['iss', { iss: 'https://another.example' }],
  ['nonce', { nonce: 'another nonce' }],
])('complete() fails with identity-invalid when the ID token has another %s', async (claim, claims) => {
  scripted.tokenResponse = await tokensWith(claims)
  const { failure, invalidPart } = await failToComplete()
  expect({ failure, invalidPart }).toEqual({ failure: 'identity-invalid', invalidPart: claim })
})

it('complete() fails with identity-invalid when the ID token is signed with another key', async () => {
  const { privateKey } = await generateKeyPair('RS256')
  scripted.tokenResponse = await tokensWith({}, privateKey)
  const { failure, invalidPart } = await failToComplete()
  expect({ failure, invalidPart }).toEqual({ failure: 'identity-invalid', invalidPart: 'signature' })
})

it('begin() accepts an issuer with a final slash that its metadata do not have, and rejects any other issuer', async () => {
  const { url } = await providerWith({ issuer: `${scripted.issuer}/` }).begin(false)
  expect(url.origin).toBe(scripted.issuer)
  const otherIssuer = scripted.issuer.replace('127.0.0.1', 'localhost')
  await expect(providerWith({ issuer: otherIssuer }).begin(false)).rejects.toMatchObject({ failure: 'unavailable' })
})

it.each([
  ['basic', `Basic ${btoa('console:secret')}`, false],
  ['post', undefined, true],
] as const)(
  'complete() sends the secret of the client as configured: %s',
  async (clientAuthentication, authorization, isInBody) => {
    await providerWith({ clientAuthentication }).complete(CALLBACK, SECRETS)
    expect(scripted.tokenRequest.authorization).toBe(authorization)
    expect(scripted.tokenRequest.body.includes('client_secret=secret')).toBe(isInBody)
    expect(scripted.tokenRequest.body).toContain(`code_verifier=${SECRETS.codeVerifier}`)
  },
)

it('begin() sends the configured scope and the secrets, and forces the prompt only if requested', async () => {
  const { url, secrets } = await provider.begin(true)
  const { state, nonce, codeVerifier } = secrets
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    scope: 'openid email',
    state,
    nonce,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    prompt: 'login',
  })
  const withoutPrompt = await provider.begin(false)
  expect(withoutPrompt.url.searchParams.has('prompt')).toBe(false)
})

it('complete() adds the user information to the claims, if the provider has it', async () => {
  scripted.metadata = { userinfo_endpoint: `${scripted.issuer}/userinfo` }
  scripted.otherResponses = { '/userinfo': json(200, { sub: 'ana', email: 'ana@empresa.example', groups: ['ops'] }) }
  const { claims } = await provider.complete(CALLBACK, SECRETS)
  expect(claims).toMatchObject({ sub: 'ana', email: 'ana@empresa.example', groups: ['ops'], email_verified: null })
})

it('describeFailure() returns the error in the challenge when the request for user information is rejected', async () => {
  scripted.metadata = { userinfo_endpoint: `${scripted.issuer}/userinfo` }
  const challenge = 'Bearer error="invalid_token", error_description="The token has expired."'
  scripted.otherResponses = { '/userinfo': json(401, {}, { 'www-authenticate': challenge }) }
  const error = await failToComplete()
  expect(error.failure).toBe('unavailable')
  expect(describeFailure(error)).toMatchObject({ error: 'invalid_token', description: 'The token has expired.' })
})

it.each([
  ['interrupted', 400, { error: 'invalid_grant', error_description: 'The code has expired.' }],
  ['unavailable', 401, { error: 'invalid_client', error_description: 'Unknown client.' }],
])('describeFailure() of %s returns the error of the provider and its description', async (failure, status, body) => {
  scripted.tokenResponse = json(status, body)
  const error = await failToComplete()
  expect(error.failure).toBe(failure)
  expect(describeFailure(error)).toMatchObject({ error: body.error, description: body.error_description })
})

it('describeFailure() of a denial returns the error in the query', async () => {
  const error = await failToComplete('?error=access_denied&error_description=No&state=the-state')
  expect(describeFailure(error)).toMatchObject({ error: 'access_denied', description: 'No', address: undefined })
})

it('complete() fails with unavailable when a response is larger than 256 KiB', async () => {
  scripted.tokenResponse = { ...json(200, {}), body: ' '.repeat(256 * 1024 + 1) }
  const error = await failToComplete()
  expect(error.failure).toBe('unavailable')
  expect(describeFailure(error)).toMatchObject({ address: `${scripted.issuer}/tokens` })
})

it('findSignOut() returns the URL to sign out, with an ID token of up to 4,096 characters as a hint', async () => {
  scripted.metadata = { end_session_endpoint: `${scripted.issuer}/end` }
  const queryFor = async (idToken: string | undefined) => {
    const url = new URL((await provider.findSignOut(idToken))!)
    expect(url.href).toMatch(new RegExp(`^${scripted.issuer}/end\\?`))
    return Object.fromEntries(url.searchParams)
  }
  const query = {
    client_id: CLIENT_ID,
    post_logout_redirect_uri: `${PUBLIC_URL}/console/sign-in`,
    state: 'signed-out',
  }
  expect(await queryFor('x'.repeat(4_096))).toEqual({ ...query, id_token_hint: 'x'.repeat(4_096) })
  for (const idToken of [undefined, 'x'.repeat(4_097)]) expect(await queryFor(idToken)).toEqual(query)
})

it('findSignOut() returns undefined when the provider has no page to sign out, or is down', async () => {
  expect(await provider.findSignOut('token')).toBeUndefined()
  expect(await providerWith({ issuer: 'http://127.0.0.1:1' }).findSignOut('token')).toBeUndefined()
})
