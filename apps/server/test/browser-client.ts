import type { AppRouter } from '@partner-accounts/api'
import type { OperatorRole } from '@partner-accounts/core'
import { createTRPCClient, httpLink } from '@trpc/client'
import type { TestService } from './harness.ts'
import { internalClient } from './internal/internal-client.ts'

type Credentials = Record<'email' | 'password', string>

/** A browser with pages of the portal or console: it keeps session cookies and sends the headers that browsers send. */
export class BrowserClient {
  readonly #origin: string
  readonly #pages: 'portal' | 'console'
  /** `name=value`; empty without a cookie. */
  cookie = ''
  /** The portal's cookie of test mode. */
  testCookie = ''
  /** The attributes of the cookie that was last stored in `cookie`. */
  attributes: string[] = []

  constructor({ origin }: Pick<TestService, 'origin'>, pages: 'portal' | 'console' = 'portal') {
    this.#origin = origin
    this.#pages = pages
  }

  static async signedIn(service: Pick<TestService, 'origin'>, credentials: Credentials): Promise<BrowserClient> {
    const browser = new BrowserClient(service)
    await browser.signIn(credentials)
    return browser
  }

  /** Returns the browser of an operator, who signed in with a link. */
  static async ofOperator(
    service: Pick<TestService, 'origin'>,
    link: { email?: string; role?: OperatorRole } = {},
  ): Promise<BrowserClient> {
    const browser = new BrowserClient(service, 'console')
    await browser.redeem((await internalClient(service).console.createLink.mutate(link)).url)
    return browser
  }

  /** Signs in with the URL of a link, as the console's page does. */
  redeem(url: string) {
    return this.page().operators.signIn.mutate({ token: new URL(url).hash.replace('#link=', '') })
  }

  signIn({ email, password }: Credentials) {
    return this.page().sessions.signIn.mutate({ email, password })
  }

  /** Returns the client of a page in test mode. */
  testPage(changes: Record<string, string> = {}) {
    return this.page({ 'x-session': 'portal-test', ...changes })
  }

  /**
   * Returns the client of a page.
   *
   * @param changes headers to add or, with an empty value, to leave out
   */
  page(changes: Record<string, string> = {}) {
    return createTRPCClient<AppRouter>({
      links: [
        httpLink({
          url: `${this.#origin}/trpc`,
          fetch: (url, options) => this.send(url as string, options as RequestInit, changes),
        }),
      ],
    })
  }

  async send(url: string, options: RequestInit = {}, changes: Record<string, string> = {}): Promise<Response> {
    const cookie = [this.cookie, this.testCookie].filter(Boolean).join('; ')
    const headers = new Headers({ ...(options.headers as Record<string, string>), cookie })
    const fromPage = { 'x-session': this.#pages, 'sec-fetch-site': 'same-origin' }
    for (const [name, value] of Object.entries({ ...fromPage, ...changes })) if (value !== '') headers.set(name, value)
    const response = await fetch(new URL(url, this.#origin), { ...options, headers })
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line)
    return response
  }

  /** Stores or deletes the cookie of a Set-Cookie header. */
  #storeCookie(line: string): void {
    const [cookie = '', ...attributes] = line.split('; ')
    const isDeleted = attributes.includes('Max-Age=0')
    if (/^(__Host-)?portal-test-session=/.test(cookie)) {
      this.testCookie = isDeleted ? '' : cookie
      return
    }
    this.cookie = isDeleted ? '' : cookie
    this.attributes = attributes
  }
}
