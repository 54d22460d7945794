import { randomUUID } from 'node:crypto'
import type { Permission } from '../../src/testing/index.ts'
import { accountBody as plainBody } from '../scripted-api.ts'

/** A portal user with credentials and identifiers. */
export interface TestUser {
  id: string
  partnerId: string
  email: string
  password: string
}

/** A service under test: the running one or the fake. */
export interface ServiceUnderTest {
  readonly baseUrl: string
  /** Creates a portal user of a new partner, or of the colleague's partner. */
  newUser(permissions?: readonly Permission[], colleague?: TestUser): Promise<TestUser>
  /** Creates a user that has not followed the activation link yet. */
  invitedUser(): Promise<TestUser>
  setPermissions(user: TestUser, permissions: readonly Permission[]): Promise<void>
  disable(user: TestUser): Promise<void>
  suspend(user: TestUser): Promise<void>
  resume(user: TestUser): Promise<void>
  revokeApiToken(accountId: string): Promise<void>
}

export interface ServiceResponse {
  status: number
  headers: Headers
  body: any // eslint-disable-line @typescript-eslint/no-explicit-any
}

export interface RequestOptions {
  token?: string | undefined
  headers?: Record<string, string>
  /** Objects are sent as JSON, strings and bytes unchanged. */
  body?: unknown
}

/** Headers that belong to the connection or differ between responses. */
const IGNORED_HEADERS = [
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'vary',
]

/**
 * Records the requests to a service and its responses. Generated values are replaced by their format and
 * the order in which they first occur, so that the records of two services can be compared.
 */
export class Recorder {
  readonly responses: object[] = []
  readonly service: ServiceUnderTest
  readonly #names = new Map<string, string>()
  readonly #formatRateLimit: (limit: string) => string

  /** @param formatRateLimit formats the `RateLimit` header for comparison. Default: without its numbers */
  constructor(service: ServiceUnderTest, formatRateLimit = (limit: string) => limit.replace(/\d+/g, 'n')) {
    this.service = service
    this.#formatRateLimit = formatRateLimit
  }

  /** Sends a request and records the response. */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<ServiceResponse> {
    const response = await this.sendUnrecorded(method, path, options)
    const headers = [...response.headers].filter(([name]) => !IGNORED_HEADERS.includes(name))
    const { status, body } = response
    this.responses.push({ status, headers: this.#normalize(Object.fromEntries(headers)), body: this.#normalize(body) })
    return response
  }

  /** Sends a request without recording the response. */
  async sendUnrecorded(
    method: string,
    path: string,
    { token, headers = {}, body }: RequestOptions = {},
  ): Promise<ServiceResponse> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const response = await fetch(this.service.baseUrl + path, {
      method,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
      redirect: 'manual',
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** Repeats a request until the status is as expected. Records that response. */
  async waitForStatus(
    status: number,
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<ServiceResponse> {
    const deadline = Date.now() + 60_000
    while ((await this.sendUnrecorded(method, path, options)).status !== status) {
      if (Date.now() > deadline) throw new Error(`${method} ${path} did not return ${status} within a minute`)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    return this.send(method, path, options)
  }

  async signIn({ email, password }: TestUser): Promise<string> {
    return (await this.send('POST', '/tokens', { body: { email, password } })).body.token as string
  }

  /** Records the header and claims of a token, except for its times and its id. */
  recordClaims(token: string): void {
    const [header = '', claims = ''] = token.split('.')
    const { iat, exp, jti, ...others } = decode(claims)
    const isFresh = Math.abs(Number(iat) - Date.now() / 1_000) < 60
    const recorded = {
      ...others,
      isFresh,
      lifetimeSeconds: Number(exp) - Number(iat),
      jti: typeof jti,
      header: { ...decode(header), kid: '' },
    }
    this.responses.push({ status: 200, body: this.#normalize(recorded) })
  }

  /** Creates a user and returns the user's token. The sign-in is not recorded. */
  async newToken(permissions?: readonly Permission[]): Promise<string> {
    const { email, password } = await this.service.newUser(permissions)
    return (await this.sendUnrecorded('POST', '/tokens', { body: { email, password } })).body.token as string
  }

  create(token: string, body: object = accountBody(), headers: Record<string, string> = {}): Promise<ServiceResponse> {
    return this.send('POST', '/partner-accounts', { token, body, headers })
  }

  /** Replaces generated values and the addresses of the services in a JSON value. */
  #normalize(value: unknown): unknown {
    if (value === undefined) return undefined
    const text = JSON.stringify(value)
      .replace(/"[0-9a-f]{24}"/g, (id) => this.#nameOf('id', id))
      .replace(/(?<=\bafter=)[0-9a-f]{24}/g, (id) => this.#nameOf('id', `"${id}"`).slice(1, -1))
      // API tokens and secrets of accounts, then tokens of portal users.
      .replace(/"pa[st]_[\w-]{43}"/g, (secret) => this.#nameOf(secret.slice(1, 4), secret))
      .replace(/"eyJ[\w-]+\.eyJ[\w-]+\.[\w-]{43}"/g, (token) => this.#nameOf('token', token))
      // Links to the documentation and to pages, in the header Link.
      .replace(/<https?:[^#>]+#/g, '<docs#')
      .replace(/<https?:[^#>]+\/partners\/v1\//g, '<')
      .replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00"/g, '"<time>"')
      // The running service also counts the activations of portal users.
      .replace(/"position":\d+/g, '"position":0')
      // The running service states the reason.
      .replace(/(The request body is not valid JSON\.)[^"]*/g, '$1')
      .replace(/(portal user\.) The request body is not a JSON object\./g, '$1')
      .replace(/"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"<uuid>"')
    const normal = JSON.parse(text) as Record<string, string>
    if (normal['ratelimit']) normal['ratelimit'] = this.#formatRateLimit(normal['ratelimit'])
    return normal
  }

  /** Returns the kind and a number for a value, the same for each occurrence. */
  #nameOf(kind: string, value: string): string {
    if (!this.#names.has(value)) this.#names.set(value, `"<${kind} ${this.#names.size + 1}>"`)
    return this.#names.get(value)!
  }
}

type Fields = Record<string, unknown>

const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Fields

/**
 * Returns a valid body with a unique e-mail and the given changes.
 *
 * @param changes values by dotted field name; `undefined` removes the field
 */
export function accountBody(changes: Fields = {}): Fields {
  const body: Fields = { ...plainBody(), email: `maria-${randomUUID()}@estrela.example` }
  for (const [name, value] of Object.entries(changes)) setField(body, name.split('.'), value)
  return body
}

function setField(parent: unknown, [name = '', ...path]: readonly string[], value: unknown): void {
  // An earlier change may have replaced the parent by a value without fields.
  if (typeof parent !== 'object' || parent === null) return
  const fields = parent as Fields
  if (path.length > 0) setField(fields[name], path, value)
  else fields[name] = value
}
