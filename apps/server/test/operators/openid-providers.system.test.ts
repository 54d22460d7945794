import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createIdGenerator } from '@partner-accounts/core'
import {
  freePort,
  type OpenIdPerson as Person,
  type OpenIdProvider,
  startOpenIdProvider,
} from '@partner-accounts/local-servers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BrowserClient } from '../browser-client.ts'
import { listenOn, sharedService, type TestService } from '../harness.ts'
import { OpenIdPerson } from './openid-person.ts'

const PUBLIC_URL = 'http://contas.example'
const SIGN_IN = `${PUBLIC_URL}/console/oidc/sign-in`
const CALLBACK = `${PUBLIC_URL}/console/oidc/callback`
const DOMAIN = `${createIdGenerator()()}.example`
const email = `Ana@${DOMAIN}`

const OPERATORS_PAGE = readFileSync(new URL('../../../../docs/operators.md', import.meta.url), 'utf8')

/** Returns the settings in a provider's row of the table in docs/operators.md. */
function readDocumentedSettings(provider: string): Record<string, string> {
  const row = OPERATORS_PAGE.split('\n').find((line) => line.startsWith(`| ${provider} |`))
  expect(row, `a row for ${provider}`).toBeDefined()
  // The row contains settings such as `OPERATOR_OIDC_TRUST_EMAILS=on`.
  const settings = [...row!.matchAll(/`(OPERATOR_OIDC_\w+)=([^`]+)`/g)]
  return Object.fromEntries(settings.map(([, name, value]) => [name, value!.replaceAll('"', '')]))
}

/** The claims that each provider sends in the ID token of a member of the group `admins`. */
const PROVIDERS: Record<string, { login: string; claims: Record<string, unknown> }> = {
  'Microsoft Entra ID': { login: 'entra', claims: { email, roles: ['admins'], tid: 'a-tenant', ver: '2.0' } },
  'AD FS': { login: 'adfs', claims: { email, group: 'admins', upn: `ana@${DOMAIN}` } },
  'Amazon Cognito': { login: 'cognito', claims: { email, email_verified: 'true', 'cognito:groups': ['admins'] } },
  'Google Workspace': { login: 'google', claims: { email, email_verified: true, hd: DOMAIN } },
  Keycloak: {
    login: 'keycloak',
    claims: { email, email_verified: true, realm_access: { roles: ['offline_access', 'admins'] } },
  },
  Zitadel: {
    login: 'zitadel',
    claims: { email, email_verified: true, 'urn:zitadel:iam:org:project:roles': { admins: { 123: DOMAIN } } },
  },
  Okta: { login: 'okta', claims: { email, email_verified: true, groups: ['Everyone', 'admins'] } },
  Auth0: { login: 'auth0', claims: { email, email_verified: true, 'https://empresa.example/roles': ['admins'] } },
  authentik: { login: 'authentik', claims: { email, email_verified: true, groups: ['admins'] } },
}

/**
 * People whose claims differ from those above. Claims outside of `idToken` are sent as user information. Each person is
 * signed in with the settings of a test case below.
 */
const VARIANTS: Record<string, Person> = {
  denied: { idToken: { email, email_verified: false } },
  deniedAsText: { idToken: { email, email_verified: 'false' } },
  deniedElsewhere: { email, email_verified: false, idToken: { email } },
  number: { idToken: { email, email_verified: 1 } },
  silent: { idToken: { email } },
  otherCase: { email: email.toLowerCase(), email_verified: true, idToken: { email } },
  clientRoles: {
    idToken: { email, email_verified: true, resource_access: { 'a.console': { roles: ['admins'] } } },
  },
  textList: { idToken: { email, email_verified: true, groups: 'everybody, admins' } },
  bracketedList: { idToken: { email, email_verified: true, groups: '[everybody, admins]' } },
  jsonList: { idToken: { email, email_verified: true, groups: '["everybody","admins"]' } },
  emailList: { idToken: { email: [email], email_verified: true } },
  severalEmails: { idToken: { email: [email, `eva@${DOMAIN}`], email_verified: true } },
  emailWithSpace: { idToken: { email: `${email} `, email_verified: true } },
  userNames: { idToken: { upn: email, preferred_username: email, email_verified: true } },
  spaces: { idToken: { email, email_verified: true, groups: 'not admins' } },
  prototype: { idToken: { email, email_verified: true } },
}

const PEOPLE: Record<string, Person> = {
  ...VARIANTS,
  ...Object.fromEntries(Object.values(PROVIDERS).map(({ login, claims }) => [login, { idToken: claims }])),
}

describe('Sign-in of operators with other providers', () => {
  let shared: TestService
  let provider: OpenIdProvider
  const stops: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    shared = await sharedService()
    provider = await startOpenIdProvider({ redirectUri: CALLBACK, people: PEOPLE })
  })
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  afterAll(() => provider.stop())

  const startInstance = async (changes: Record<string, string>) => {
    const started = await listenOn(shared.database, {
      PUBLIC_URL,
      OPERATOR_OIDC_ISSUER: provider.issuer,
      OPERATOR_OIDC_CLIENT_ID: provider.clientId,
      OPERATOR_OIDC_CLIENT_SECRET: provider.clientSecret,
      OPERATOR_OIDC_ALLOWED_EMAILS: `@${DOMAIN}:viewer`,
      OPERATOR_OIDC_ALLOWED_GROUPS: 'admins:admin',
      ...changes,
    })
    stops.push(() => started.stop())
    return started
  }

  /** Returns the role of the session, or the problem that the page explains. */
  async function signIn(service: TestService, login: string): Promise<string | null> {
    const person = new OpenIdPerson({ [PUBLIC_URL]: service.origin })
    const { url } = await person.open(SIGN_IN, { login })
    const problem = new URL(url).searchParams.get('problem')
    if (problem !== null) return problem
    const browser = new BrowserClient(service, 'console')
    browser.cookie = person.cookie(PUBLIC_URL, 'console-session')
    return (await browser.page().operators.getSession.query()).role
  }

  it.each(Object.keys(PROVIDERS))(
    'accepts claims as %s sends them, with the settings of docs/operators.md',
    async (name) => {
      const service = await startInstance(readDocumentedSettings(name))
      const hasGroups = name !== 'Google Workspace'
      expect(await signIn(service, PROVIDERS[name]!.login)).toBe(hasGroups ? 'admin' : 'viewer')
    },
  )

  it.each<[login: string, outcome: string, changes: Record<string, string>]>([
    ['silent', 'email-not-verified', {}],
    ['silent', 'viewer', { OPERATOR_OIDC_TRUST_EMAILS: 'on' }],
    ['denied', 'email-not-verified', { OPERATOR_OIDC_TRUST_EMAILS: 'on' }],
    ['deniedAsText', 'email-not-verified', { OPERATOR_OIDC_TRUST_EMAILS: 'on' }],
    ['deniedElsewhere', 'email-not-verified', { OPERATOR_OIDC_TRUST_EMAILS: 'on' }],
    ['number', 'viewer', {}],
    ['otherCase', 'viewer', {}],
    ['clientRoles', 'admin', { OPERATOR_OIDC_GROUPS_CLAIM: 'resource_access.a.console.roles' }],
    ['textList', 'admin', {}],
    ['bracketedList', 'admin', {}],
    ['jsonList', 'admin', {}],
    ['emailList', 'viewer', {}],
    ['severalEmails', 'email-not-verified', {}],
    ['emailWithSpace', 'viewer', {}],
    // People can change their user names.
    ['userNames', 'email-not-verified', { OPERATOR_OIDC_TRUST_EMAILS: 'on' }],
    ['spaces', 'viewer', {}],
    // Properties that every object has are no claims.
    ['prototype', 'viewer', { OPERATOR_OIDC_GROUPS_CLAIM: '__proto__.constructor' }],
  ])('for the claims "%s" ends with %s, with the settings %j', async (login, outcome, changes) => {
    expect(await signIn(await startInstance(changes), login)).toBe(outcome)
  })

  it('logs the names of the received claims, without their values, when it is rejected', async () => {
    const service = await startInstance({ OPERATOR_OIDC_ALLOWED_EMAILS: '', OPERATOR_OIDC_GROUPS_CLAIM: 'roles' })
    expect(await signIn(service, 'keycloak')).toBe('not-allowed')
    const line = findLogLine(service, 'operator sign-in rejected')
    const { received } = JSON.parse(line) as { received: string[] }
    expect(received).toEqual(expect.arrayContaining(['email', 'email_verified', 'realm_access.roles']))
    expect(line).not.toContain(DOMAIN)
  })

  it("finds the provider's metadata with and without the final slash of its issuer", async () => {
    const { origin, close } = await startMetadataServer((address) => ({
      status: 200,
      body: { issuer: `${address}/realm/`, authorization_endpoint: `${address}/authorize` },
    }))
    stops.push(close)
    for (const issuer of [`${origin}/realm`, `${origin}/realm/`]) {
      const service = await startInstance({ OPERATOR_OIDC_ISSUER: issuer })
      expect(await readRedirect(service)).toMatch(`${origin}/authorize?`)
    }
    // The metadata has another issuer.
    const other = await startInstance({ OPERATOR_OIDC_ISSUER: `${origin}/other` })
    expect(await readRedirect(other)).toContain('problem=')
  })

  it.each<
    [name: string, issuer: (ports: { open: number; closed: number }) => string, expected: Record<string, unknown>]
  >([
    ['a failed connection', ({ closed }) => `http://127.0.0.1:${closed}`, { code: 'ECONNREFUSED' }],
    ['an unknown host', () => 'http://provider.invalid', { code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) }],
    ['an error of the provider', ({ open }) => `http://127.0.0.1:${open}`, { status: 502 }],
  ])('logs which address failed and why after %s', async (_name, issuerAt, expected) => {
    const { port, close } = await startMetadataServer(() => ({ status: 502, body: 'down' }))
    stops.push(close)
    const issuer = issuerAt({ open: port, closed: await freePort() })
    const service = await startInstance({ OPERATOR_OIDC_ISSUER: issuer })
    expect(await readRedirect(service)).toContain('problem=unavailable')
    const line = findLogLine(service, 'operator sign-in failed')
    const address = `${issuer}/.well-known/openid-configuration`
    expect(JSON.parse(line)).toMatchObject({ failure: 'unavailable', address, ...expected })
  })

  const findLogLine = (service: TestService, message: string): string => {
    const line = service
      .logged()
      .split('\n')
      .find((text) => text.includes(message))
    if (line === undefined) throw new Error(`no log line with "${message}"`)
    return line
  }

  /** Starts a sign-in, and returns the address to which it redirects. */
  const readRedirect = async ({ origin }: TestService) => {
    const response = await fetch(`${origin}/console/oidc/sign-in`, { redirect: 'manual' })
    return response.headers.get('location')
  }
})

/**
 * Starts a server with the same response at every path.
 *
 * @param respond returns the response, with the server's address
 */
async function startMetadataServer(respond: (origin: string) => { status: number; body: unknown }) {
  const server = createServer((_request, response) => {
    const { status, body } = respond(origin)
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' })
    response.end(isText ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return { port, origin, close }
}
