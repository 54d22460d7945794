import { createIdGenerator } from '@partner-accounts/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
    PUBLIC_URL,
    OPERATOR_OIDC_ISSUER: provider.issuer,
    OPERATOR_OIDC_CLIENT_ID: CLIENT_ID,
    OPERATOR_OIDC_CLIENT_SECRET: 'secret',
    OPERATOR_OIDC_ALLOWED_EMAILS: `@${DOMAIN}:support`,
  })
})
afterAll(async () => {
  await service.stop()
  await provider.stop()
})

const open = (path: string, options: RequestInit = {}) =>
  fetch(`${service.origin}/console/oidc${path}`, { redirect: 'manual', ...options })
const locationOf = (response: Response) => new URL(response.headers.get('location') ?? '')
const problemIn = (response: Response) => locationOf(response).searchParams.get('problem')
const cookieOf = (response: Response, name: string) =>
  response.headers
    .getSetCookie()
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0]

/** Begins a sign-in, and returns what the browser sends when the provider redirects it back. */
async function begin(query = '') {
  const response = await open(`/sign-in${query}`)
  const { searchParams } = locationOf(response)
  const cookie = cookieOf(response, 'console-sign-in')
  if (cookie === undefined) throw new Error('the sign-in has no cookie')
  return { nonce: searchParams.get('nonce'), callback: `/callback?code=x&state=${searchParams.get('state')}`, cookie }
}

/** Signs in with these claims, and returns the response to the callback. */
async function signIn(claims: object, query?: string): Promise<Response> {
  const { nonce, callback, cookie } = await begin(query)
  provider.tokenResponse = await provider.tokensWith({ nonce, ...claims })
  return open(callback, { headers: { cookie } })
}

it('redirects to the provider with PKCE, and asks for another person if the page requests it', async () => {
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

it('starts a session with the role of the claims, and returns to the page that requested the sign-in', async () => {
  const response = await signIn(ANA, '?next=/console/accounts')
  expect(locationOf(response).href).toBe(`${PUBLIC_URL}/console/accounts`)
  const browser = new BrowserClient(service, 'console')
  browser.cookie = cookieOf(response, 'console-session') ?? ''
  expect(await browser.page().operators.getSession.query()).toMatchObject({ role: 'support', email: ANA.email })
})

it.each(['//other.example', '/console/../portal', '/console\\other', 'https://other.example/console'])(
  'returns to the console, not to %s',
  async (next) => {
    const response = await signIn(ANA, `?next=${encodeURIComponent(next)}`)
    expect(locationOf(response).href).toBe(`${PUBLIC_URL}/console`)
  },
)

it('rejects a person without a role, and records and logs the reason without the e-mail', async () => {
  const email = 'eva@other.example'
  expect(problemIn(await signIn({ ...ANA, email }))).toBe('not-allowed')
  expect(service.logged()).toContain('"reason":"not-allowed"')
  expect(service.logged()).not.toContain(email)
  const rejected = { where: { action: 'operator.sign-in-rejected', actorName: email } }
  expect(await service.database.prisma.auditEntry.count(rejected)).toBe(1)
})

it('rejects an ID token of another client, and logs the invalid claim', async () => {
  expect(problemIn(await signIn({ ...ANA, aud: 'another client' }))).toBe('identity-invalid')
  expect(service.logged()).toContain('"invalidPart":"aud"')
})

it('reports an unavailable provider, and starts no session', async () => {
  const { callback, cookie } = await begin()
  provider.tokenResponse = json(503, {})
  const response = await open(callback, { headers: { cookie } })
  expect(problemIn(response)).toBe('unavailable')
  expect(cookieOf(response, 'console-session')).toBeUndefined()
})

it('interrupts a callback without the cookie of its sign-in, and removes the cookie after a callback with it', async () => {
  const { callback, cookie } = await begin()
  expect(problemIn(await open(callback))).toBe('interrupted')
  const response = await open(callback, { headers: { cookie } })
  expect(cookieOf(response, 'console-sign-in')).toBe('console-sign-in=')
})

it('neither begins nor completes a sign-in for HEAD requests', async () => {
  const { callback, cookie } = await begin()
  for (const path of ['/sign-in', callback]) {
    const { headers } = await open(path, { method: 'HEAD', headers: { cookie } })
    expect([headers.has('location'), headers.getSetCookie()]).toEqual([false, []])
  }
})

it('explains that no provider is configured', async () => {
  const unconfigured = await sharedService()
  for (const path of ['/sign-in', '/callback']) {
    const response = await fetch(`${unconfigured.origin}/console/oidc${path}`, { redirect: 'manual' })
    expect(problemIn(response)).toBe('not-configured')
  }
})

it('redirects to the page to sign in when the network exceeds its rate limit', async () => {
  const limited = await listenOn(service.database, { PUBLIC_URL, RATE_LIMIT_REQUESTS: '1' })
  const get = () => fetch(`${limited.origin}/console/oidc/sign-in`, { redirect: 'manual' })
  expect([problemIn(await get()), problemIn(await get())]).toEqual(['not-configured', 'too-many-requests'])
  await limited.stop()
})

it('logs at the start that nobody may sign in without allowed e-mails and groups', async () => {
  const start = async (environment: Record<string, string>) => {
    const instance = await listenOn(service.database, {
      OPERATOR_OIDC_ISSUER: provider.issuer,
      OPERATOR_OIDC_CLIENT_ID: CLIENT_ID,
      OPERATOR_OIDC_CLIENT_SECRET: 'secret',
      ...environment,
    })
    await instance.stop()
    return instance.logged()
  }
  const warning =
    'nobody may sign in to the console with OPERATOR_OIDC_ISSUER: set OPERATOR_OIDC_ALLOWED_EMAILS or OPERATOR_OIDC_ALLOWED_GROUPS'
  expect(await start({})).toContain(warning)
  expect(await start({ OPERATOR_OIDC_ALLOWED_GROUPS: 'ops:admin' })).not.toContain(warning)
})

it('operators of a provider create no sign-in links, and sign out of the provider, too', async () => {
  provider.metadata = { end_session_endpoint: `${provider.issuer}/end` }
  const instance = await listenOn(service.database, {
    PUBLIC_URL,
    OPERATOR_OIDC_ISSUER: provider.issuer,
    OPERATOR_OIDC_CLIENT_ID: CLIENT_ID,
    OPERATOR_OIDC_CLIENT_SECRET: 'secret',
    OPERATOR_OIDC_ALLOWED_EMAILS: `@${DOMAIN}:admin`,
    OPERATOR_OIDC_SIGN_OUT: 'on',
  })
  const begun = await fetch(`${instance.origin}/console/oidc/sign-in`, { redirect: 'manual' })
  const { searchParams } = locationOf(begun)
  provider.tokenResponse = await provider.tokensWith({ nonce: searchParams.get('nonce'), ...ANA })
  const { id_token: idToken } = JSON.parse(provider.tokenResponse.body) as { id_token: string }
  const signedIn = await fetch(`${instance.origin}/console/oidc/callback?code=x&state=${searchParams.get('state')}`, {
    redirect: 'manual',
    headers: { cookie: cookieOf(begun, 'console-sign-in') ?? '' },
  })
  const browser = new BrowserClient(instance, 'console')
  const { operators } = browser.page()
  expect(await operators.getSignInMethods.query()).toEqual({ providerUrl: `${PUBLIC_URL}/console/oidc/sign-in` })
  browser.cookie = cookieOf(signedIn, 'console-session') ?? ''
  const { internal, operators: signedInOperators } = browser.page()
  expect(await rejectionOf(internal.console.createLink.mutate())).toMatchObject({ status: 403 })
  const { providerUrl } = await signedInOperators.signOut.mutate()
  expect(new URL(providerUrl!).searchParams.get('id_token_hint')).toBe(idToken)
  await instance.stop()
  provider.metadata = {}
})
