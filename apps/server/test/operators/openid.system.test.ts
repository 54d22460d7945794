import { createIdGenerator, type OperatorRole } from '@partner-accounts/core'
import { freePort, type OpenIdProvider, startOpenIdProvider } from '@partner-accounts/local-servers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { BrowserClient } from '../browser-client.ts'
import { listenOn, newAddress, sharedService, type TestService } from '../harness.ts'
import { internalClient, rejectionOf } from '../internal/internal-client.ts'
import { OpenIdPerson } from './openid-person.ts'

const newId = createIdGenerator()
const PUBLIC_URL = 'http://contas.example/base'
const SIGN_IN = `${PUBLIC_URL}/console/oidc/sign-in`
const CALLBACK = `${PUBLIC_URL}/console/oidc/callback`
const SIGNED_OUT = `${PUBLIC_URL}/console/sign-in`
const VERIFIED = { email_verified: true }
const DOMAIN = `${newId()}.example`

const PEOPLE = {
  ana: { email: `Ana@${DOMAIN}`, ...VERIFIED, name: 'Ana Lima' },
  bia: { email: `bia@${DOMAIN}`, ...VERIFIED, groups: ['everybody', 'ops:admins'] },
  caio: { email: `caio@${DOMAIN}`, ...VERIFIED, groups: ['everybody'] },
  davi: { email: `davi@other-${DOMAIN}`, ...VERIFIED },
  eva: { email: `eva@${DOMAIN}`, email_verified: false, groups: ['ops:admins'] },
  fabio: { groups: ['ops:admins'] },
  gil: { email: `x@${DOMAIN}@other.example`, ...VERIFIED },
  // People whose ID token or user information is invalid.
  otto: { email: `otto@${DOMAIN}`, ...VERIFIED, idToken: { aud: 'other' } },
  paula: { email: `paula@${DOMAIN}`, ...VERIFIED, idToken: { iss: 'https://other.example' } },
  raul: { email: `raul@${DOMAIN}`, ...VERIFIED, idToken: { nonce: 'other' } },
  sara: { email: `sara@${DOMAIN}`, ...VERIFIED, idToken: { exp: 1 } },
  tina: { email: `tina@${DOMAIN}`, ...VERIFIED, hasForeignKey: true },
  ugo: { email: `ugo@${DOMAIN}`, ...VERIFIED, padding: 300 * 1024 },
  // People whose ID token and user information differ.
  hugo: { email: `hugo@${DOMAIN}`, idToken: { email: `davi@other-${DOMAIN}`, ...VERIFIED } },
  iris: { email: `iris@${DOMAIN}`, ...VERIFIED, idToken: { email: `iris@${DOMAIN}`, email_verified: false } },
  jair: { email: `jair@${DOMAIN}`, email_verified: false, idToken: { email: `jair@${DOMAIN}`, ...VERIFIED } },
  katia: { email: `katia@${DOMAIN}`, idToken: VERIFIED },
  lia: { ...VERIFIED, groups: ['ops:admins'], idToken: { email: `lia@${DOMAIN}` } },
  max: { email: `ana@${DOMAIN}`, ...VERIFIED, idToken: { email: `max@${DOMAIN}` } },
  nina: {
    email: `ana@${DOMAIN}`,
    ...VERIFIED,
    name: 'Other',
    idToken: { email: `nina@${DOMAIN}`, ...VERIFIED, name: 'Nina' },
  },
}

const settingsOf = ({ issuer, clientId, clientSecret }: OpenIdProvider) => ({
  PUBLIC_URL,
  OPERATOR_OIDC_ISSUER: issuer,
  OPERATOR_OIDC_CLIENT_ID: clientId,
  OPERATOR_OIDC_CLIENT_SECRET: clientSecret,
  OPERATOR_OIDC_SCOPE: 'openid email profile groups',
  OPERATOR_OIDC_ALLOWED_EMAILS: `ana@${DOMAIN.toUpperCase()}:support, @${DOMAIN}:viewer`,
  OPERATOR_OIDC_ALLOWED_GROUPS: 'ops:admins:admin',
  TRUSTED_PROXIES: '127.0.0.1',
})

describe('Operators with an OpenID provider', () => {
  let shared: TestService
  let provider: OpenIdProvider
  let service: TestService
  const stops: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    shared = await sharedService()
    provider = await startOpenIdProvider({ redirectUri: CALLBACK, signedOutUri: SIGNED_OUT, people: PEOPLE })
    service = await listenOn(shared.database, settingsOf(provider))
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const stop of stops.splice(0)) await stop()
  })
  afterAll(async () => {
    await service.stop()
    await provider.stop()
  })

  const personAt = ({ origin }: Pick<TestService, 'origin'>) => new OpenIdPerson({ [PUBLIC_URL]: origin })
  const startInstance = async (changes: Record<string, string>) => {
    const started = await listenOn(shared.database, changes)
    stops.push(() => started.stop())
    return started
  }
  /** Signs in, and follows redirects to a page of the console. */
  async function signedIn(login: string, url = SIGN_IN) {
    const person = personAt(service)
    const { url: page } = await person.open(url, { login })
    return { person, page }
  }
  const browserOf = (person: OpenIdPerson, at = service) => {
    const browser = new BrowserClient(at, 'console')
    browser.cookie = person.cookie(PUBLIC_URL, 'console-session')
    return browser
  }
  const getSessionOf = (person: OpenIdPerson) => browserOf(person).page().operators.getSession.query()
  const listAudit = async (actor: string) => (await internalClient(service).audit.list.query({ actor })).items

  /** Expects that the sign-in page of the console explains the problem. */
  const expectProblem = (address: string | null, problem: string) =>
    expect(address).toMatch(`${PUBLIC_URL}/console/sign-in?problem=${problem}&request=`)
  const expectRejected = (response: Response, problem: string) => {
    expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store'])
    expectProblem(response.headers.get('location'), problem)
  }

  it('sign in at the provider, get a session with their role and return to the page that they opened', async () => {
    const next = '/console/accounts/65f04c1e9b2d3a7f80c1e5a2?tab=history'
    const { person, page } = await signedIn('ana', `${SIGN_IN}?next=${encodeURIComponent(next)}`)
    expect(page).toBe(`${PUBLIC_URL}${next}`)
    const email = `ana@${DOMAIN}`
    const session = await getSessionOf(person)
    expect(session).toMatchObject({ email, name: 'Ana Lima', role: 'support' })
    expect(person.cookie(PUBLIC_URL, 'console-sign-in')).toBe('')
    expect(await listAudit(`operator:${email}`)).toMatchObject([
      { action: 'operator.signed-in', subjectId: session.id },
    ])
    expect(await browserOf(person).page().operators.getSignInMethods.query()).toEqual({ providerUrl: SIGN_IN })
  })

  it.each<[login: keyof typeof PEOPLE, role: OperatorRole, reason: string]>([
    ['ana', 'support', 'the e-mail'],
    ['bia', 'admin', 'a group, whose role is higher than that of the domain'],
    ['caio', 'viewer', 'the domain'],
  ])('signed in as %s have the role %s because of %s', async (login, role) => {
    const { person } = await signedIn(login)
    expect(await getSessionOf(person)).toMatchObject({ role })
  })

  it('are identified by the ID token; user information only adds claims', async () => {
    const { person } = await signedIn('nina')
    expect(await getSessionOf(person)).toMatchObject({ email: `nina@${DOMAIN}`, name: 'Nina', role: 'viewer' })
  })

  it('sign out at the provider, too, with OPERATOR_OIDC_SIGN_OUT=on, and return to the console', async () => {
    const signingOut = await startInstance({ ...settingsOf(provider), OPERATOR_OIDC_SIGN_OUT: 'on' })
    const person = personAt(signingOut)
    await person.open(SIGN_IN, { login: 'ana' })
    const { providerUrl } = await browserOf(person, signingOut).page().operators.signOut.mutate()
    expect(await rejectionOf(getSessionOf(person))).toMatchObject({ status: 401 })
    const { origin, searchParams } = new URL(providerUrl!)
    const { id_token_hint: hint, ...parameters } = Object.fromEntries(searchParams)
    expect(origin).toBe(provider.issuer)
    expect(parameters).toEqual({
      client_id: provider.clientId,
      post_logout_redirect_uri: SIGNED_OUT,
      state: 'signed-out',
    })
    expect(JSON.parse(Buffer.from(hint!.split('.')[1]!, 'base64url').toString())).toMatchObject({ sub: 'ana' })
    expect(signingOut.logged()).not.toContain(hint)

    // The provider's page asks the person to confirm.
    const page = await person.send(providerUrl!)
    const form = await page.text()
    const xsrf = /name="xsrf" value="(\w+)"/.exec(form)?.[1] ?? ''
    const confirmed = await person.send(
      `${provider.issuer}/session/end/confirm`,
      new URLSearchParams({ xsrf, logout: 'yes' }),
    )
    expect(confirmed.headers.get('location')).toBe(`${SIGNED_OUT}?state=signed-out`)
    // The provider no longer knows the person and shows its form, which `open` cancels without a login.
    const { url } = await person.open(SIGN_IN, { until: CALLBACK })
    expect(new URL(url).searchParams.get('error')).toBe('access_denied')
  })

  it('sign out only of the console without the setting, after a link, or if the provider is down or has no page for it', async () => {
    // This provider has no sign-out page.
    const simple = await startOpenIdProvider({ redirectUri: CALLBACK, people: PEOPLE })
    stops.push(() => simple.stop())
    const signingOut = await startInstance({ ...settingsOf(simple), OPERATOR_OIDC_SIGN_OUT: 'on' })
    const signOut = async (browser: BrowserClient) => {
      expect(await browser.page().operators.signOut.mutate()).toEqual({ providerUrl: null })
      expect(browser.cookie).toBe('')
    }
    const { person: withoutSetting } = await signedIn('ana')
    await signOut(browserOf(withoutSetting))
    const withLink = await BrowserClient.ofOperator(signingOut)
    await signOut(withLink)
    const withoutPage = personAt(signingOut)
    const whileDown = personAt(signingOut)
    for (const person of [withoutPage, whileDown]) await person.open(SIGN_IN, { login: 'ana' })
    await signOut(browserOf(withoutPage, signingOut))
    await simple.stop()
    await signOut(browserOf(whileDown, signingOut))
  })

  it('cannot create links even as administrators: only internal keys can, in case the provider is down', async () => {
    const { person } = await signedIn('bia')
    const admin = await BrowserClient.ofOperator(service)
    for (const browser of [browserOf(person), admin])
      expect(await rejectionOf(browser.page().internal.console.createLink.mutate())).toMatchObject({ status: 403 })
  })

  it.each<[login: keyof typeof PEOPLE, problem: string, actor: string]>([
    ['davi', 'not-allowed', `operator:davi@other-${DOMAIN}`],
    ['eva', 'email-not-verified', 'operator:eva'],
    ['fabio', 'email-not-verified', 'operator:fabio'],
    ['gil', 'email-not-verified', 'operator:gil'],
    ['hugo', 'not-allowed', `operator:davi@other-${DOMAIN}`],
    ['iris', 'email-not-verified', 'operator:iris'],
    ['jair', 'email-not-verified', 'operator:jair'],
    ['katia', 'email-not-verified', 'operator:katia'],
    ['lia', 'email-not-verified', 'operator:lia'],
    ['max', 'email-not-verified', 'operator:max'],
  ])('are rejected as %s with an error page and an entry in the audit trail', async (login, problem, actor) => {
    const { person, page } = await signedIn(login)
    expectProblem(page, problem)
    expect(person.cookie(PUBLIC_URL, 'console-session')).toBe('')
    expect((await listAudit(actor))[0]).toMatchObject({ action: 'operator.sign-in-rejected' })
    // The provider remembers the person, so only a prompt lets the browser sign in as somebody else.
    const { url } = await person.open(`${SIGN_IN}?prompt=login`, { until: provider.issuer })
    expect(new URL(url).searchParams.get('prompt')).toBe('login')
  })

  it.each<[login: keyof typeof PEOPLE, reason: string]>([
    ['otto', 'aud'],
    ['paula', 'iss'],
    ['raul', 'nonce'],
    ['sara', 'exp'],
    ['tina', 'signature'],
  ])(
    'are rejected as %s for an invalid ID token, and log and audit trail name the invalid part: %s',
    async (login, reason) => {
      const { person, page } = await signedIn(login)
      expectProblem(page, 'identity-invalid')
      expect(person.cookie(PUBLIC_URL, 'console-session')).toBe('')
      expect(service.logged()).toContain(`"invalidPart":"${reason}"`)
      const changes = { reason: { from: null, to: reason } }
      expect((await listAudit('operator:unknown'))[0]).toMatchObject({ action: 'operator.sign-in-rejected', changes })
    },
  )

  it('see an error page when a response of the provider exceeds the size limit', async () => {
    expectProblem((await signedIn('ugo')).page, 'unavailable')
  })

  it('return only to the console, regardless of `next`', async () => {
    for (const next of [
      'https://stranger.example/',
      '//stranger.example',
      '/portal',
      '/consoles',
      '/console/\\x',
      '/console/../portal',
      '/console/%2e%2e/portal',
      'x',
    ]) {
      const { page } = await signedIn('ana', `${SIGN_IN}?next=${encodeURIComponent(next)}`)
      expect(page).toBe(`${PUBLIC_URL}/console`)
    }
  })

  it("cannot complete another browser's sign-in, or a changed, used or expired sign-in", async () => {
    const begin = async () => {
      const person = personAt(service)
      const { url } = await person.open(SIGN_IN, { login: 'bia', until: CALLBACK })
      return { person, url }
    }
    const mine = await begin()
    const foreign = await begin()
    const changed = await begin()
    const expired = await begin()
    const used = await begin()

    // Another browser has no cookie of this sign-in.
    expectRejected(await personAt(service).send(mine.url), 'interrupted')
    // This browser has the cookie of another sign-in.
    expectRejected(await mine.person.send(foreign.url), 'interrupted')
    const state = new URL(changed.url).searchParams.get('state')!
    expectRejected(await changed.person.send(changed.url.replace(state, 'x')), 'interrupted')
    expectRejected(await changed.person.send(CALLBACK), 'interrupted')

    await used.person.send(used.url)
    expect(used.person.cookie(PUBLIC_URL, 'console-session')).not.toBe('')
    expectRejected(await used.person.send(used.url), 'interrupted')

    // A sign-in may take ten minutes.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    expectRejected(await expired.person.send(expired.url), 'interrupted')
    for (const { person } of [mine, foreign, changed, expired])
      expect(person.cookie(PUBLIC_URL, 'console-session')).toBe('')
  })

  it('are rejected with the code of another person, because the nonce or PKCE verifier differs', async () => {
    const victim = personAt(service)
    const attacker = personAt(service)
    const attack = await attacker.open(SIGN_IN, { login: 'bia', until: CALLBACK })
    const code = new URL(attack.url).searchParams.get('code')!
    const { url } = await victim.open(SIGN_IN, { login: 'ana', until: CALLBACK })
    const target = new URL(url)
    target.searchParams.set('code', code)
    expectRejected(await victim.send(target.href), 'interrupted')
    expect(victim.cookie(PUBLIC_URL, 'console-session')).toBe('')
  })

  it('see an error page after canceling at the provider', async () => {
    const person = personAt(service)
    const { url } = await person.open(SIGN_IN, { until: CALLBACK })
    expectRejected(await person.send(url), 'denied')
  })

  it('see an error page while the provider is down, and sign in once it is up, without a restart of the service', async () => {
    const port = await freePort()
    const issuer = `http://127.0.0.1:${port}`
    const late = await startInstance({ ...settingsOf(provider), OPERATOR_OIDC_ISSUER: issuer })
    const person = personAt(late)
    expectRejected(await person.send(SIGN_IN), 'unavailable')
    expect(late.logged()).toContain('"failure":"unavailable"')
    expect((await BrowserClient.ofOperator(late)).cookie).not.toBe('')

    const started = await startOpenIdProvider({ redirectUri: CALLBACK, people: PEOPLE, port })
    stops.push(() => started.stop())
    expect((await person.open(SIGN_IN, { login: 'ana' })).url).toBe(`${PUBLIC_URL}/console`)

    // The provider stops between its form and the callback.
    const other = personAt(late)
    const { url } = await other.open(SIGN_IN, { login: 'ana', until: CALLBACK })
    await started.stop()
    expectRejected(await other.send(url), 'unavailable')
    expectRejected(await other.send(SIGN_IN), 'unavailable')
  })

  it('see an error page when the provider rejects the service, and no log contains its secret', async () => {
    const withWrongSecret = await startInstance({
      ...settingsOf(provider),
      OPERATOR_OIDC_CLIENT_SECRET: 'not the secret',
    })
    const person = personAt(withWrongSecret)
    const { url } = await person.open(SIGN_IN, { login: 'ana', until: CALLBACK })
    expectRejected(await person.send(url), 'unavailable')
    expect(withWrongSecret.logged()).toContain('"error":"invalid_client"')
    const code = new URL(url).searchParams.get('code')!
    for (const secret of ['not the secret', code, DOMAIN]) expect(withWrongSecret.logged()).not.toContain(secret)
  })

  it('see an error page when no provider is configured, or when no setting allows anybody', async () => {
    const withoutProvider = await startInstance({ PUBLIC_URL })
    expectRejected(await personAt(withoutProvider).send(SIGN_IN), 'not-configured')
    expectRejected(await personAt(withoutProvider).send(CALLBACK), 'not-configured')
    expect(await new BrowserClient(withoutProvider, 'console').page().operators.getSignInMethods.query()).toEqual({
      providerUrl: null,
    })

    const withoutAllowed = await startInstance({
      ...settingsOf(provider),
      OPERATOR_OIDC_ALLOWED_EMAILS: '',
      OPERATOR_OIDC_ALLOWED_GROUPS: '',
    })
    expect(withoutAllowed.logged()).toContain('OPERATOR_OIDC_ALLOWED_EMAILS or OPERATOR_OIDC_ALLOWED_GROUPS')
    expectProblem((await personAt(withoutAllowed).open(SIGN_IN, { login: 'bia' })).url, 'not-allowed')
  })

  it('count towards the rate limit of their network, and see an error page beyond it', async () => {
    const limited = await startInstance({ ...settingsOf(provider), RATE_LIMIT_REQUESTS: '2' })
    const from = { 'x-forwarded-for': newAddress() }
    const send = () => personAt(limited).send(SIGN_IN, undefined, from)
    expect([(await send()).status, (await send()).status]).toEqual([302, 302])
    expectRejected(await send(), 'too-many-requests')
  })

  it('start no sign-in with a HEAD request', async () => {
    const head = await fetch(`${service.origin}/console/oidc/sign-in`, { method: 'HEAD', redirect: 'manual' })
    // The status depends on whether the console is built.
    expect([head.headers.get('location'), head.headers.get('set-cookie')]).toEqual([null, null])
  })

  it('leave no session, code or e-mail in logs', async () => {
    const { person } = await signedIn('ana')
    const [, session = ''] = person.cookie(PUBLIC_URL, 'console-session').split('=')
    for (const secret of [session, DOMAIN, 'code=']) expect(service.logged()).not.toContain(secret)
  })
})
