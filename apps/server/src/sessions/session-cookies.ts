import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JWTPayload } from 'jose'
import type { KeyRing, TokenPurpose } from '../authentication/key-ring.ts'
import { isFromOwnPage } from './own-page.ts'
import { TokenCookie } from './token-cookie.ts'

/** A kind of session: who signs in, and for how long. */
export interface SessionKind<Subject> {
  /** The name of the kind, which pages send as `X-Session`. */
  name: string
  /** Seconds without a request after which a session ends. */
  idleSeconds: number
  /** Seconds after which a session ends although it is in use. */
  lifetimeSeconds: number
  /** Returns claims that identify the subject, with a `sub`. */
  toClaims: (subject: Subject) => JWTPayload
  /** Returns the subject of such claims; `undefined` if they lack one. */
  toSubject: (claims: JWTPayload) => Subject | undefined
}

/** A session, as its cookie describes it. Times are seconds since 1970. */
export interface Session<Subject> {
  subject: Subject
  startedAt: number
  /** When the cookie was issued. */
  renewedAt: number
}

/** The claim with the time at which a session started. */
const STARTED_CLAIM = 'started'
/** The user whose page sends the request. An older tab must not use the session of another user who signed in meanwhile. */
const USER_HEADER = 'x-session-user'
/** A session is renewed after this part of its idle time, and not with every request. */
const RENEWAL_PART = 1 / 20

/**
 * Keeps sessions in cookies that scripts cannot read. A cookie contains a signed token, so any instance can check it
 * without a query. It does not show whether its subject still has access: `Authenticator` checks that.
 */
export class SessionCookies<Subject> {
  readonly #keyRing: KeyRing
  readonly #kind: SessionKind<Subject>
  readonly #publicOrigin: string
  readonly #purpose: TokenPurpose
  readonly #cookie: TokenCookie

  /** @param publicUrl the service's address */
  constructor(keyRing: KeyRing, kind: SessionKind<Subject>, { publicUrl }: { publicUrl: string }) {
    this.#publicOrigin = new URL(publicUrl).origin
    this.#keyRing = keyRing
    this.#kind = kind
    this.#purpose = { type: 'session+jwt', audience: kind.name }
    this.#cookie = new TokenCookie(`${kind.name}-session`, { sameSite: 'Strict', publicUrl })
  }

  /** Returns whether a page that uses this kind of session sent the request. */
  isFromPage(request: FastifyRequest): boolean {
    return isFromOwnPage(request, this.#kind.name, this.#publicOrigin)
  }

  /** Returns the session of a request; `undefined` without a valid cookie, or if another page or user sent it. */
  async read(request: FastifyRequest): Promise<Session<Subject> | undefined> {
    const token = this.#cookie.read(request)
    if (token === undefined || !this.isFromPage(request)) return undefined
    const claims = await this.#keyRing.verify(token, this.#purpose, [STARTED_CLAIM])
    const subject = claims && this.#kind.toSubject(claims)
    if (!subject || (request.headers[USER_HEADER] ?? claims.sub) !== claims.sub) return undefined
    return { subject, startedAt: Number(claims[STARTED_CLAIM]), renewedAt: claims.iat ?? 0 }
  }

  /** Starts a session in the browser that receives the reply. */
  start(reply: FastifyReply, subject: Subject): Promise<void> {
    return this.#write(reply, subject, nowSeconds())
  }

  /** Extends a session that is in use, when this is due. */
  async renew(reply: FastifyReply, { subject, startedAt, renewedAt }: Session<Subject>): Promise<void> {
    if (nowSeconds() - renewedAt >= this.#kind.idleSeconds * RENEWAL_PART) await this.#write(reply, subject, startedAt)
  }

  /** Ends the session in the browser that receives the reply. */
  end(reply: FastifyReply): void {
    this.#cookie.remove(reply)
  }

  async #write(reply: FastifyReply, subject: Subject, startedAt: number): Promise<void> {
    const { idleSeconds, lifetimeSeconds, toClaims } = this.#kind
    const iat = nowSeconds()
    const exp = Math.min(iat + idleSeconds, startedAt + lifetimeSeconds)
    const token = await this.#keyRing.sign(
      { ...toClaims(subject), iat, exp, [STARTED_CLAIM]: startedAt },
      this.#purpose,
    )
    this.#cookie.write(reply, token, exp - iat)
  }
}

const nowSeconds = () => Math.floor(Date.now() / 1000)
