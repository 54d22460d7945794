import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeFailure, OpenIdProvider, SignInError } from '../../src/oidc/openid-provider.ts'
import type { OperatorOidcSettings } from '../../src/settings/operator-oidc-settings.ts'

const SECRETS = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'v'.repeat(43) }
const CALLBACK = '?code=the-code&state=the-state'

interface Reply {
  status: number
  type: string
  body: string
}

/** Replies to requests for tokens. */
let tokenReply: Reply
let server: Server
let issuer: string
let keys: CryptoKeyPair
let provider: OpenIdProvider
beforeAll(async () => {
  keys = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(keys.publicKey)), use: 'sig', alg: 'RS256' }
  const replies = new Map<string, () => Reply>([
    ['/.well-known/openid-configuration', () => json(200, metadataOf(issuer))],
    ['/keys', () => json(200, { keys: [key] })],
    ['/tokens', () => tokenReply],
  ])
  server = createServer((request, response) => {
    const { status, type, body } = replies.get(request.url ?? '')!()
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = new OpenIdProvider(settingsWith(issuer), 'https://contas.example')
})
afterAll(() => server.close())
beforeEach(async () => {
  tokenReply = await tokensWith({})
})

const json = (status: number, body: object): Reply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
})

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/tokens`,
  jwks_uri: `${issuer}/keys`,
})

const settingsWith = (issuer: string): OperatorOidcSettings => ({
  issuer,
  clientId: 'console',
  clientSecret: 'secret',
  clientAuthentication: 'basic',
  scope: 'openid email',
  emails: new Map(),
  groups: new Map(),
  groupsClaim: 'groups',
  trustsEmails: false,
  signsOut: false,
})

/** Returns a token response whose ID token has these claims besides the required ones. */
async function tokensWith(claims: Record<string, unknown>, key = keys.privateKey): Promise<Reply> {
  const required = { iss: issuer, aud: 'console', sub: 'ana', nonce: SECRETS.nonce }
  const idToken = new SignJWT({ ...required, ...claims })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuedAt()
    .setExpirationTime('1m')
  return json(200, { access_token: 'access', token_type: 'Bearer', id_token: await idToken.sign(key) })
}

const failureOf = async (query = CALLBACK): Promise<SignInError> => {
  const error = await provider.complete(query, SECRETS).catch((reason: unknown) => reason)
  if (!(error instanceof SignInError)) throw new Error('the sign-in did not fail', { cause: error })
  return error
}

it('returns the claims of the ID token', async () => {
  tokenReply = await tokensWith({ email: 'ana@empresa.example' })
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
  tokenReply = json(400, { error })
  expect((await failureOf()).failure).toBe(failure)
})

it('reports the address and the status of a response that is no OAuth error', async () => {
  tokenReply = { status: 502, type: 'text/html', body: 'Bad gateway' }
  const error = await failureOf()
  expect(error.failure).toBe('unavailable')
  expect(describeFailure(error)).toMatchObject({ address: `${issuer}/tokens`, status: 502 })
})

it.each([
  ['aud', { aud: 'another client' }],
  ['iss', { iss: 'https://another.example' }],
  ['nonce', { nonce: 'another nonce' }],
])('fails with identity-invalid when the ID token has another %s', async (claim, claims) => {
  tokenReply = await tokensWith(claims)
  const { failure, invalidPart } = await failureOf()
  expect({ failure, invalidPart }).toEqual({ failure: 'identity-invalid', invalidPart: claim })
})

it('fails with identity-invalid when the ID token is signed with another key', async () => {
  const { privateKey } = await generateKeyPair('RS256')
  tokenReply = await tokensWith({}, privateKey)
  const { failure, invalidPart } = await failureOf()
  expect({ failure, invalidPart }).toEqual({ failure: 'identity-invalid', invalidPart: 'signature' })
})

it('redirects to the provider whose metadata has a final slash in the issuer, and rejects any other issuer', async () => {
  const begin = (changed: string) =>
    new OpenIdProvider(settingsWith(changed), 'https://contas.example').begin(false).then(({ url }) => url.origin)
  expect(await begin(`${issuer}/`)).toBe(issuer)
  await expect(begin(issuer.replace('127.0.0.1', 'localhost'))).rejects.toMatchObject({ failure: 'unavailable' })
})
