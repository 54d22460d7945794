import { createIdGenerator } from '@partner-accounts/core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { BrowserClient } from '../browser-client.ts'
import { listenOn, sharedService, type TestService } from '../harness.ts'
import { rejectionOf } from '../internal/internal-client.ts'
import {
  CLIENT_ID,
  json,
  type ScriptedOpenIdProvider,
  startScriptedOpenIdProvider,
} from './scripted-openid-provider.ts'

const PUBLIC_URL = 'http://contas.example'
const DOMAIN = `${createIdGenerator()()}.example`
const ANA = { email: `ana@${DOMAIN}`, email_verified: true }

let provider: ScriptedOpenIdProvider
let service: TestService
beforeAll(async () => {
  provider = await startScriptedOpenIdProvider()
  service = await listenOn((await sharedService()).database, {
    ...providerVariables(),
    OPERATOR_OIDC_ALLOWED_EMAILS: `@${DOMAIN}:support`,
  })
})
afterAll(async () => {
  await service.stop()
  await provider.stop()
})

const providerVariables = () => ({
  PUBLIC_URL,
  OPERATOR_OIDC_ISSUER: provider.issuer,
  OPERATOR_OIDC_CLIENT_ID: CLIENT_ID,
  OPERATOR_OIDC_CLIENT_SECRET: 'secret',
})

/** Starts an instance with other variables until the end of the test. */
async function startInstance(variables: Record<string, string>): Promise<TestService> {
  const instance = await listenOn(service.database, variables)
  onTestFinished(() => instance.stop())
  return instance
}

const open = (path: string, options: RequestInit = {}, instance = service) =>
  fetch(`${instance.origin}/console/oidc${path}`, { redirect: 'manual', ...options })
const locationOf = (response: Response) => new URL(response.headers.get('location') ?? '')
const problemIn = (response: Response) => locationOf(response).searchParams.get('problem')
const cookieOf = (response: Response, name: string) =>
  response.headers
    .getSetCookie()
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0]

/** Begins a sign-in, and returns what the browser sends when the provider redirects it back. */
async function begin(query = '', instance = service) {
  const response = await open(`/sign-in${query}`, {}, instance)
  const { searchParams } = locationOf(response)
  const cookie = cookieOf(response, 'console-sign-in')
  if (cookie === undefined) throw new Error('the sign-in has no cookie')
  return { nonce: searchParams.get('nonce'), callback: `/callback?code=x&state=${searchParams.get('state')}`, cookie }
}

/** Signs in with these claims, and returns the response to the callback. */
async function signIn(claims: object, query = '', instance = service): Promise<Response> {
  const { nonce, callback, cookie } = await begin(query, instance)
  provider.tokenResponse = await provider.tokensWith({ nonce, ...claims })
  return open(callback, { headers: { cookie } }, instance)
}

it('a sign-in redirects to the provider with PKCE, and forces the prompt if the page requests it', async () => {
  const { origin, pathname, searchParams } = locationOf(await open('/sign-in?prompt=login'))
  expect(origin + pathname).toBe(`${provider.issuer}/authorize`)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: CLIENT_ID,
    redirect_uri: `${PUBLIC_URL}/console/oidc/callback`,
    code_challenge_method: 'S256',
    prompt: 'login',
  })
  expect(locationOf(await open('/sign-in')).searchParams.has('prompt')).toBe(false)
})

it('a sign-in starts a session with the role of the claims, and returns to the page that requested it', async () => {
  const response = await signIn(ANA, '?next=/console/accounts')
  expect(locationOf(response).href).toBe(`${PUBLIC_URL}/console/accounts`)
  const browser = new BrowserClient(service, 'console')
  browser.cookie = cookieOf(response, 'console-session') ?? ''
  expect(await browser.page().operators.getSession.query()).toMatchObject({ role: 'support', email: ANA.email })
})

it.each(['//other.example', '/console/../portal', '/console\\other', 'https://other.example/console'])(
  'a sign-in returns to the console, not to %s',
  async (next) => {
    const response = await signIn(ANA, `?next=${encodeURIComponent(next)}`)
    expect(locationOf(response).href).toBe(`${PUBLIC_URL}/console`)
  },
)

it('a sign-in without a role is rejected, recorded with the e-mail, and logged without it', async () => {
  const email = 'eva@other.example'
  expect(problemIn(await signIn({ ...ANA, email }))).toBe('not-allowed')
  expect(service.logged()).toContain('"reason":"not-allowed"')
  expect(service.logged()).not.toContain(email)
  const rejected = { where: { action: 'operator.sign-in-rejected', actorName: email } }
  expect(await service.database.prisma.auditEntry.count(rejected)).toBe(1)
})

it('an ID token of another client is rejected, and the invalid claim is logged', async () => {
  expect(problemIn(await signIn({ ...ANA, aud: 'another client' }))).toBe('identity-invalid')
  expect(service.logged()).toContain('"invalidPart":"aud"')
})

it('a sign-in with an unavailable provider reports this, and starts no session', async () => {
  const { callback, cookie } = await begin()
  provider.tokenResponse = json(503, {})
  const response = await open(callback, { headers: { cookie } })
  expect(problemIn(response)).toBe('unavailable')
  expect(cookieOf(response, 'console-session')).toBeUndefined()
})

it('a callback without the cookie of its sign-in reports an interruption, and one with it deletes the cookie', async () => {
  const { callback, cookie } = await begin()
  expect(problemIn(await open(callback))).toBe('interrupted')
  const response = await open(callback, { headers: { cookie } })
  expect(cookieOf(response, 'console-sign-in')).toBe('console-sign-in=')
})

it('a HEAD request neither begins nor completes a sign-in', async () => {
  const { callback, cookie } = await begin()
  for (const path of ['/sign-in', callback]) {
    const { headers } = await open(path, { method: 'HEAD', headers: { cookie } })
    expect(headers.has('location')).toBe(false)
    expect(headers.getSetCookie()).toEqual([])
  }
})

it('a sign-in without a configured provider reports this', async () => {
  const unconfigured = await sharedService()
  for (const path of ['/sign-in', '/callback']) {
    expect(problemIn(await open(path, {}, unconfigured))).toBe('not-configured')
  }
})

it('a sign-in above the rate limit of the network reports this on the page to sign in', async () => {
  const limited = await startInstance({ PUBLIC_URL, RATE_LIMIT_REQUESTS: '1' })
  expect(problemIn(await open('/sign-in', {}, limited))).toBe('not-configured')
  expect(problemIn(await open('/sign-in', {}, limited))).toBe('too-many-requests')
})

it('a start with a provider, but without allowed e-mails and groups, logs that nobody may sign in', async () => {
  const warning =
    'nobody may sign in to the console with OPERATOR_OIDC_ISSUER: set OPERATOR_OIDC_ALLOWED_EMAILS or OPERATOR_OIDC_ALLOWED_GROUPS'
  const withoutGroups = await startInstance(providerVariables())
  expect(withoutGroups.logged()).toContain(warning)
  const withGroups = await startInstance({ ...providerVariables(), OPERATOR_OIDC_ALLOWED_GROUPS: 'ops:admin' })
  expect(withGroups.logged()).not.toContain(warning)
})

it('operators of a provider create no sign-in links, and sign out of the provider, too', async () => {
  provider.metadata = { end_session_endpoint: `${provider.issuer}/end` }
  onTestFinished(() => {
    provider.metadata = {}
  })
  const instance = await startInstance({
    ...providerVariables(),
    OPERATOR_OIDC_ALLOWED_EMAILS: `@${DOMAIN}:admin`,
    OPERATOR_OIDC_SIGN_OUT: 'on',
  })
  const browser = new BrowserClient(instance, 'console')
  const { internal, operators } = browser.page()
  expect(await operators.getSignInMethods.query()).toEqual({ providerUrl: `${PUBLIC_URL}/console/oidc/sign-in` })
  browser.cookie = cookieOf(await signIn(ANA, '', instance), 'console-session') ?? ''
  expect(await rejectionOf(internal.console.createLink.mutate())).toMatchObject({ status: 403 })
  const { id_token: idToken } = JSON.parse(provider.tokenResponse.body) as { id_token: string }
  const { providerUrl } = await operators.signOut.mutate()
  expect(new URL(providerUrl!).searchParams.get('id_token_hint')).toBe(idToken)
})
