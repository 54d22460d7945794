import { createIdGenerator } from '@partner-accounts/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BrowserClient } from '../browser-client.ts'
import { listenOn, sharedService, type TestService } from '../harness.ts'
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
