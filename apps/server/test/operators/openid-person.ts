/** A person in front of a browser: follows redirects between the service and the provider, and keeps cookies of each. */
export class OpenIdPerson {
  readonly #cookies = new Map<string, Map<string, string>>()
  readonly #servers: Readonly<Record<string, string>>

  /** @param servers public addresses with the addresses at which they are reached */
  constructor(servers: Readonly<Record<string, string>>) {
    this.#servers = servers
  }

  /**
   * Opens a URL and follows redirects up to a page. On the provider's form, signs in.
   *
   * @param login the name to sign in with; without it, the sign-in is canceled
   * @param until stops before this address is opened
   */
  async open(url: string, login?: string, until?: string): Promise<{ url: string; response: Response }> {
    let response = await this.send(url)
    for (let at = url; ;) {
      const form = response.status === 200 && new URL(at).pathname.startsWith('/interaction/')
      if (form && login === undefined) response = await this.send(`${at}/abort`)
      else if (form)
        response = await this.send(at, new URLSearchParams({ prompt: 'login', login: login!, password: 'x' }))
      const location = response.headers.get('location')
      if (location === null) return { url: at, response }
      at = new URL(location, at).href
      if (until !== undefined && at.startsWith(until)) return { url: at, response }
      response = await this.send(at)
    }
  }

  /** Sends one request, as a navigation of the browser. */
  async send(url: string, body?: URLSearchParams, headers: Record<string, string> = {}): Promise<Response> {
    const [server] = Object.keys(this.#servers).filter((address) => url.startsWith(address))
    const cookies = this.#cookiesOf(url)
    const response = await fetch(server === undefined ? url : url.replace(server, this.#servers[server]!), {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: [...cookies].map((pair) => pair.join('=')).join('; '), ...headers },
      ...(body && { body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /Max-Age=0(;|$)/.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  /** Returns a cookie of a site as `name=value`; empty without one. */
  cookie(url: string, name: string): string {
    const value = this.#cookiesOf(url).get(name)
    return value === undefined ? '' : `${name}=${value}`
  }

  #cookiesOf(url: string): Map<string, string> {
    const { host } = new URL(url)
    const cookies = this.#cookies.get(host) ?? new Map<string, string>()
    this.#cookies.set(host, cookies)
    return cookies
  }
}
