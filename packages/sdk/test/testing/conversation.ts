import { randomUUID } from 'node:crypto'
import type { Permission } from '../../src/testing/index.ts'
import { accountBody as plainBody } from '../scripted-api.ts'

/** How a portal user signs in, and what it is known by. */
export interface TestUser {
  id: string
  partnerId: string
  email: string
  password: string
}

/** A service under test: the running one or the fake. */
export interface Subject {
  readonly baseUrl: string
  /** Creates a portal user of a new partner, or of the colleague's partner. */
  newUser(permissions?: readonly Permission[], colleague?: TestUser): Promise<TestUser>
  /** One that has not followed the link yet. */
  invitedUser(): Promise<TestUser>
  setPermissions(user: TestUser, permissions: readonly Permission[]): Promise<void>
  disable(user: TestUser): Promise<void>
  suspend(user: TestUser): Promise<void>
  resume(user: TestUser): Promise<void>
  revokeApiToken(accountId: string): Promise<void>
}

export interface Answer {
  status: number
  headers: Headers
  body: any // eslint-disable-line @typescript-eslint/no-explicit-any
}

export interface RequestOptions {
  token?: string | undefined
  headers?: Record<string, string>
  /** Objects are sent as JSON; texts and bytes as they are. */
  body?: unknown
}

/** Headers of the connection, and those that differ between responses. */
const PASSED_OVER = [
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
export class Conversation {
  readonly answers: object[] = []
  readonly subject: Subject
  readonly #names = new Map<string, string>()
  readonly #told: (limit: string) => string

  /** @param told formats `RateLimit` for comparison. Default: without its numbers */
  constructor(subject: Subject, told = (limit: string) => limit.replace(/\d+/g, 'n')) {
    this.subject = subject
    this.#told = told
  }

  /** Sends a request and records the response. */
  async ask(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const answer = await this.askAside(method, path, options)
    const headers = [...answer.headers].filter(([name]) => !PASSED_OVER.includes(name))
    const { status, body } = answer
    this.answers.push({ status, headers: this.#normalize(Object.fromEntries(headers)), body: this.#normalize(body) })
    return answer
  }

  /** Sends a request without recording the response. */
  async askAside(method: string, path: string, { token, headers = {}, body }: RequestOptions = {}): Promise<Answer> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const response = await fetch(this.subject.baseUrl + path, {
      method,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
      redirect: 'manual',
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** Repeats a request until the status is as expected. Records that response. */
  async await(status: number, method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const deadline = Date.now() + 12_000
    while ((await this.askAside(method, path, options)).status !== status) {
      if (Date.now() > deadline) throw new Error(`waited in vain for ${status}`)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    return this.ask(method, path, options)
  }

  async signIn({ email, password }: TestUser): Promise<string> {
    return (await this.ask('POST', '/tokens', { body: { email, password } })).body.token as string
  }

  /** Puts down what a token says, but for its moment and its own id. */
  noteClaims(token: string): void {
    const [header, claims] = token.split('.').slice(0, 2).map(decode)
    const { iat, exp, jti, ...others } = claims!
    const isFresh = Math.abs(Number(iat) - Date.now() / 1_000) < 60
    const said = {
      ...others,
      isFresh,
      livesFor: Number(exp) - Number(iat),
      jti: typeof jti,
      header: { ...header, kid: '' },
    }
    this.answers.push({ status: 200, body: this.#normalize(said) })
  }

  /** A token of a new user. */
  async enter(permissions?: readonly Permission[]): Promise<string> {
    const { email, password } = await this.subject.newUser(permissions)
    return (await this.askAside('POST', '/tokens', { body: { email, password } })).body.token as string
  }

  create(token: string, body: object = accountBody(), headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask('POST', '/partner-accounts', { token, body, headers })
  }

  #normalize(value: unknown): unknown {
    if (value === undefined) return undefined
    const text = JSON.stringify(value)
      .replace(/"[0-9a-f]{24}"/g, (id) => this.#name('id', id))
      .replace(/"pa[st]_[\w-]{43}"/g, (secret) => this.#name(secret.slice(1, 4), secret))
      .replace(/"eyJ[\w-]+\.eyJ[\w-]+\.[\w-]{43}"/g, (token) => this.#name('token', token))
      .replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00"/g, '"<time>"')
      .replace(/"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"<uuid>"')
    const normal = JSON.parse(text) as Record<string, string>
    if (normal['ratelimit']) normal['ratelimit'] = this.#told(normal['ratelimit'])
    return normal
  }

  #name(kind: string, value: string): string {
    if (!this.#names.has(value)) this.#names.set(value, `"<${kind} ${this.#names.size + 1}>"`)
    return this.#names.get(value)!
  }
}

type Fields = Record<string, unknown>

const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Fields

/**
 * A valid body but for some fields, with an e-mail that no other has.
 *
 * @param changes by dotted name; undefined takes the field away
 */
export function accountBody(changes: Fields = {}): Fields {
  const body: Fields = { ...plainBody() }
  changes = { email: `maria-${randomUUID()}@estrela.example`, ...changes }
  for (const [name, value] of Object.entries(changes)) {
    const steps = name.split('.')
    const last = steps.pop() ?? ''
    // Below a field that was changed into something else there is nothing to change.
    const parent = steps.reduce<unknown>((fields, step) => (fields as Fields | null | undefined)?.[step], body)
    if (typeof parent === 'object' && parent !== null) (parent as Fields)[last] = value
  }
  return body
}
