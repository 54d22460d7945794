import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JWTPayload } from 'jose'
import { type KeyRing, nowSeconds, type TokenPurpose } from './key-ring.ts'
import { createTokenCookie } from './token-cookie.ts'

export interface SessionKind<Subject> {
  name: string
  idleSeconds: number
  lifetimeSeconds: number
  /** Must include `sub`. */
  toClaims: (subject: Subject) => JWTPayload
  toSubject: (claims: JWTPayload) => Subject | undefined
}

/** Times in seconds since 1970. */
export interface Session<Subject> {
  subject: Subject
  startedAt: number
  renewedAt: number
}

const STARTED_CLAIM = 'started'
/** Without CORS, pages of other origins cannot send this header. */
const SESSION_HEADER = 'x-session'
/** Prevents an old tab from using the session of another user after that user signed in. */
const USER_HEADER = 'x-session-user'
/**
 * A request renews its session if the last renewal is older than this share of the idle time, or older than
 * `MAX_RENEWAL_SECONDS` if that is shorter.
 */
const RENEWAL_SHARE = 1 / 20
const MAX_RENEWAL_SECONDS = 300

export interface SessionCookies<Subject> {
  isFromPage: (request: FastifyRequest) => boolean
  /** Returns `undefined` without a valid cookie, for a request of another site, or if the page expects another user. */
  read: (request: FastifyRequest) => Promise<Session<Subject> | undefined>
  start: (reply: FastifyReply, subject: Subject) => Promise<void>
  /** Writes a session that began when the request's session did, so that it does not last longer. */
  replace: (request: FastifyRequest, reply: FastifyReply, subject: Subject) => Promise<void>
  /** Renews the session if it is due. Returns the seconds until the new expiry, or `undefined` if it was not due. */
  renew: (reply: FastifyReply, session: Session<Subject>) => Promise<number | undefined>
  end: (reply: FastifyReply) => void
}

interface UncheckedSessionCookies<Subject> extends SessionCookies<Subject> {
  /** Reads the cookie without checking which page sent the request, so callers must check that. */
  readCookie: (request: FastifyRequest) => Promise<Session<Subject> | undefined>
  /** @returns the seconds until the expiry */
  write: (reply: FastifyReply, subject: Subject, startedAt?: number) => Promise<number>
}

/**
 * Keeps sessions in signed cookies, which any instance can check without a query. `Authenticator` checks whether the
 * subject still has access.
 */
export function createSessionCookies<Subject>(
  keyRing: KeyRing,
  { name, idleSeconds, lifetimeSeconds, toClaims, toSubject }: SessionKind<Subject>,
  { publicUrl }: { publicUrl: string },
): UncheckedSessionCookies<Subject> {
  const publicOrigin = new URL(publicUrl).origin
  const purpose: TokenPurpose = { type: 'session+jwt', audience: name }
  const cookie = createTokenCookie(`${name}-session`, { sameSite: 'Strict', publicUrl })

  /** Cookies count only for requests of the service's own pages (CSRF). */
  const isFromPage = ({ headers }: FastifyRequest): boolean =>
    headers[SESSION_HEADER] === name &&
    (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin' &&
    isOwnOrigin(headers, publicOrigin)

  async function readCookie(request: FastifyRequest): Promise<(Session<Subject> & { userId: unknown }) | undefined> {
    const token = cookie.read(request)
    if (token === undefined) return undefined
    const claims = await keyRing.verify(token, purpose, [STARTED_CLAIM])
    const subject = claims && toSubject(claims)
    if (!subject) return undefined
    return { subject, userId: claims.sub, startedAt: Number(claims[STARTED_CLAIM]), renewedAt: claims.iat ?? 0 }
  }

  async function read(request: FastifyRequest): Promise<Session<Subject> | undefined> {
    const session = isFromPage(request) ? await readCookie(request) : undefined
    const expectedUserId = request.headers[USER_HEADER]
    const isOfExpectedUser = expectedUserId === undefined || expectedUserId === session?.userId
    return isOfExpectedUser ? session : undefined
  }

  async function write(reply: FastifyReply, subject: Subject, startedAt = nowSeconds()): Promise<number> {
    const validForSeconds = Math.min(idleSeconds, startedAt + lifetimeSeconds - nowSeconds())
    const claims = { ...toClaims(subject), [STARTED_CLAIM]: startedAt }
    cookie.write(reply, await keyRing.sign(claims, purpose, validForSeconds), validForSeconds)
    return validForSeconds
  }

  return {
    isFromPage,
    read,
    readCookie,
    write,

    async start(reply, subject) {
      await write(reply, subject)
    },

    async replace(request, reply, subject) {
      const session = await read(request)
      await write(reply, subject, session?.startedAt)
    },

    async renew(reply, { subject, startedAt, renewedAt }) {
      const renewalSeconds = Math.min(idleSeconds * RENEWAL_SHARE, MAX_RENEWAL_SECONDS)
      return nowSeconds() - renewedAt >= renewalSeconds ? write(reply, subject, startedAt) : undefined
    },

    end(reply) {
      cookie.remove(reply)
    },
  }
}

/**
 * Checks `Origin`, because browsers send no `Sec-Fetch-Site` without TLS. A request without `Origin` passes, because
 * browsers send it only with POST. The request's own host passes, too, because pages may be open at another address than
 * the public one.
 */
const isOwnOrigin = ({ origin, host }: FastifyRequest['headers'], publicOrigin: string): boolean =>
  origin === undefined || origin === publicOrigin || (host !== undefined && hostOf(origin) === host)

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
