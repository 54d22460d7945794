import { newSealingKeys } from '@partner-accounts/core/testing'
import { sampleAccount } from '@partner-accounts/rules'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  createIdGenerator,
  type PartnerMode,
  type Permission,
  PERMISSIONS,
  type PortalUserStatus,
} from '@partner-accounts/core'
import type { Database } from '@partner-accounts/db'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { expect, inject } from 'vitest'
import { Metrics } from '../src/observability/metrics.ts'
import { Argon2PasswordHasher } from '../src/authentication/argon2-password-hasher.ts'
import type { Keys } from '../src/settings/data-directory.ts'
import { parseSettings, type Settings } from '../src/settings/settings.ts'
import { wireService } from '../src/wire-service.ts'
import { openTestDatabase } from './test-database.ts'

/** A complete service on an in-memory database, listening on a free loopback port. */
export interface TestService {
  app: FastifyInstance
  database: Database
  /** `http://127.0.0.1:<port>` */
  origin: string
  /** `{base_url}` */
  baseUrl: string
  /** Returns all log lines so far as text. */
  logged(): string
  stop(): Promise<void>
}

const newId = createIdGenerator()
/** Hashes with much less memory and time than in production, because the tests sign in thousands of times. */
export const testPasswords = new Argon2PasswordHasher({ memoryCost: 64, timeCost: 1, parallelism: 1 })
export const TEST_KEYS = {
  tokenSigningKeys: [{ kid: 'test', key: randomBytes(32) }],
  dataSealingKeys: newSealingKeys(),
  internalApiKeys: [{ name: 'test', key: randomBytes(32).toString('base64url') }],
}

/**
 * Starts a service on a new in-memory database.
 *
 * @param changes environment variables; by default the rate limit is too high to be reached
 * @param idClock the time that ids contain
 */
export async function startTestService(
  changes: Record<string, string> = {},
  idClock?: () => number,
): Promise<TestService> {
  const database = await openTestDatabase(TEST_KEYS.dataSealingKeys, createIdGenerator(idClock))
  const service = await listenOn(database, changes)
  return {
    ...service,
    async stop() {
      await service.stop()
      await database.close()
    },
  }
}

/** Starts another instance of the service on an open database. */
export async function listenOn(
  database: Database,
  changes: Record<string, string> = {},
  keys: Keys = TEST_KEYS,
): Promise<TestService> {
  const settings: Settings = parseSettings({ RATE_LIMIT_REQUESTS: '1000000', LOG_LEVEL: 'trace', ...changes })
  const lines: string[] = []
  const logger = pino({ level: settings.logLevel }, { write: (line: string) => void lines.push(line) })
  const observation = { metrics: new Metrics(settings.version), tracing: undefined }
  const app = await wireService({ settings, keys, database, passwords: testPasswords, logger, ...observation })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    database,
    origin,
    baseUrl: `${origin}/partners/v1`,
    logged: () => lines.join(''),
    stop: () => app.close(),
  }
}

let shared: Promise<TestService> | undefined

/**
 * Returns the service that all tests of a worker share. Each test adds its own partners. The service trusts
 * `X-Forwarded-For`, so that tests can send failed sign-ins, which are counted by address, from different addresses.
 */
export const sharedService = (): Promise<TestService> => {
  shared ??= startTestService({ TRUSTED_PROXIES: '127.0.0.1' })
  return shared
}

const monotonicMs = performance.now.bind(performance)
let skippedMs = 0

/** Moves the monotonic clock of this process forward, so that limits and cached values expire without a wait. */
export function skipTime(ms: number): void {
  skippedMs += ms
  performance.now = () => monotonicMs() + skippedMs
}

/** A change of permissions has to apply within this time. */
export const PROPAGATION_LIMIT_MS = 10_000

let addresses = 0

/** Returns a new address for `X-Forwarded-For` on each call. */
export function newAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

export interface TestPortalUser {
  id: string
  partnerId: string
  email: string
  password: string
}

export interface PortalUserOptions {
  status?: PortalUserStatus
  permissions?: readonly Permission[]
  /**
   * The id of a live partner, for which a test partner is added. By default, a live partner is added. In the Vitest project
   * `service-test-mode`, it is a test partner of a live partner that does not exist.
   */
  testOf?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The mode of the tests' partners. */
    partnerMode: PartnerMode
  }
}

/** Adds a partner with one portal user, by default active and with all permissions. */
export async function addPortalUser(
  { database }: Pick<TestService, 'database'>,
  { status = 'active', permissions = PERMISSIONS, testOf }: PortalUserOptions = {},
): Promise<TestPortalUser> {
  const livePartnerId = testOf ?? (inject('partnerMode') === 'test' ? newId() : null)
  const user = { id: newId(), partnerId: newId(), email: `${newId()}@revenda.example`, password: newId() }
  const passwordHash = status === 'invited' ? null : await testPasswords.hash(user.password, user.id)
  await database.stores.partners.add({ id: user.partnerId, name: 'Revenda', couponId: null, testOf: livePartnerId })
  const { id, partnerId, email } = user
  await database.stores.portalUsers.add({
    id,
    partnerId,
    kind: 'person',
    email,
    name: 'Ana',
    status,
    permissions,
    passwordHash,
    activation: null,
  })
  return user
}

/** Adds another portal user to an existing partner. */
export async function addColleague({ database }: TestService, { partnerId }: TestPortalUser): Promise<TestPortalUser> {
  const user = { id: newId(), partnerId, email: `${newId()}@revenda.example`, password: newId() }
  const { id, email } = user
  await database.stores.portalUsers.add({
    id,
    partnerId,
    kind: 'person',
    email,
    name: 'Bia',
    status: 'active',
    permissions: PERMISSIONS,
    passwordHash: await testPasswords.hash(user.password, user.id),
    activation: null,
  })
  return user
}

/** On a busy machine, hashing the password may exceed the timeout of a request, which then gets 503. */
const MAX_SIGN_IN_ATTEMPTS = 5

/** Signs in over HTTP and returns the token. */
export async function signIn(
  { baseUrl }: Pick<TestService, 'baseUrl'>,
  { email, password }: Pick<TestPortalUser, 'email' | 'password'>,
): Promise<string> {
  const body = JSON.stringify({ email, password })
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${baseUrl}/tokens`, { method: 'POST', body })
    const { token } = (await response.json()) as { token: string }
    if (response.ok) return token
    if (response.status !== 503 || attempt === MAX_SIGN_IN_ATTEMPTS)
      throw new Error(`sign-in failed with ${response.status}`)
    await wait(Number(response.headers.get('retry-after')) * 1000)
  }
}

/** A partner's client, which sends its token with every request. */
export interface PartnerClient {
  user: TestPortalUser
  token: string
  get(path: string, headers?: Record<string, string>): Promise<TestResponse>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<TestResponse>
}

export interface TestResponse {
  status: number
  headers: Headers
  // Tests assert the shape of bodies.
  body: any // eslint-disable-line @typescript-eslint/no-explicit-any
}

/** Adds a partner and signs in. */
export async function signedInPartner(service: TestService, options?: PortalUserOptions): Promise<PartnerClient> {
  return signedIn(service, await addPortalUser(service, options))
}

/** Signs in an existing portal user and returns its client. */
export async function signedIn(service: Pick<TestService, 'baseUrl'>, user: TestPortalUser): Promise<PartnerClient> {
  const token = await signIn(service, user)
  const authorization = `Bearer ${token}`
  return {
    user,
    token,
    get: (path, headers = {}) => request(service, 'GET', path, undefined, { authorization, ...headers }),
    post: (path, body, headers = {}) => request(service, 'POST', path, body, { authorization, ...headers }),
  }
}

/**
 * Sends a request and returns the response with its JSON body.
 *
 * @param body sent unchanged if it is a string or bytes, otherwise as JSON
 */
export async function request(
  { baseUrl }: Pick<TestService, 'baseUrl'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body === undefined
  const payload = (isRaw ? body : JSON.stringify(body)) as string | undefined
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers,
    ...(payload !== undefined && { body: payload }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** Returns the body of a GET for an account that was created from `accountBody()`. */
export const expectedAccount = (id: string | undefined) => ({
  _id: id,
  _created: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/) as string,
  name: 'Padaria Estrela Ltda',
  financial_email: 'financeiro@estrela.example',
  cnpj: '12ABC34501DE35',
  active_employees: 0,
  subscription_employees: 12,
  subscription_face_ids: 0,
})

/** Returns a valid body of POST /partner-accounts with a unique e-mail. */
export const accountBody = () => sampleAccount({ email: `maria.${newId()}@estrela.example` })
