interface OpenedPage {
  url: string
  response: Response
}

/** A person with a browser, which follows redirects between service and provider and keeps the cookies of each. */
export class OpenIdPerson {
  readonly #cookies = new Map<string, Map<string, string>>()
  readonly #servers: Readonly<Record<string, string>>

  /** @param servers the address on which each server of the test listens, by its public address */
  constructor(servers: Readonly<Record<string, string>>) {
    this.#servers = servers
  }

  /**
   * Opens a URL and follows redirects. Completes the form of the provider.
   *
   * @param options.login the name to sign in with; without it, the sign-in is canceled
   * @param options.until stops before an address that begins with this
   * @returns the last address, and the response of the last request
   */
  async open(url: string, { login, until }: { login?: string; until?: string }): Promise<OpenedPage> {
    let address = url
    let response = await this.send(url)
    for (;;) {
      const isForm = response.status === 200 && new URL(address).pathname.startsWith('/interaction/')
      if (isForm) response = await this.#submit(address, login)
      const location = response.headers.get('location')
      if (location === null) return { url: address, response }
      address = new URL(location, address).href
      if (until !== undefined && address.startsWith(until)) return { url: address, response }
      response = await this.send(address)
    }
  }

  #submit(form: string, login: string | undefined): Promise<Response> {
    if (login === undefined) return this.send(`${form}/abort`)
    return this.send(form, new URLSearchParams({ prompt: 'login', login, password: 'x' }))
  }

  /** Sends one request, as a browser does when it opens a page. */
  async send(url: string, body?: URLSearchParams, headers: Record<string, string> = {}): Promise<Response> {
    const publicAddress = Object.keys(this.#servers).find((address) => url.startsWith(address))
    const target = publicAddress === undefined ? url : url.replace(publicAddress, this.#servers[publicAddress]!)
    const cookies = this.#cookiesOf(url)
    const response = await fetch(target, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: [...cookies].map((pair) => pair.join('=')).join('; '), ...headers },
      ...(body && { body }),
    })
    for (const line of response.headers.getSetCookie()) {
      // A line is `name=value`, followed by attributes such as `; Max-Age=0`.
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
