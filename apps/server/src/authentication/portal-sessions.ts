import type { TokenSubject } from '@partner-accounts/core'
import type { FastifyRequest } from 'fastify'
import type { KeyRing } from './key-ring.ts'
import { createSessionCookies, type SessionCookies, type SessionKind } from './session-cookies.ts'
import { subjectClaims, toSubject } from './subject-claims.ts'

export interface PortalSessions extends SessionCookies<TokenSubject> {
  /** Returns the browser's session of test mode, also to a page in live mode. Checks only its signature. */
  readTest: (request: FastifyRequest) => Promise<TokenSubject | undefined>
  /**
   * Returns the session for a document in a frame, whose request has no `X-Session` header. Prefers the session of test
   * mode. Must only be used for documents that change nothing, because other origins can request but not read them.
   */
  readInFrame: (request: FastifyRequest) => Promise<TokenSubject | undefined>
}

/**
 * Keeps a browser's live session and its session of test mode in two cookies, so tabs can be in different modes. Reads
 * use the cookie that `X-Session` names. Writes use the cookie of test mode if the subject has `openedBy`.
 */
export function createPortalSessions(
  keyRing: KeyRing,
  settings: { portalSession: Pick<SessionKind<TokenSubject>, 'idleSeconds' | 'lifetimeSeconds'>; publicUrl: string },
): PortalSessions {
  const kind = { ...settings.portalSession, toClaims: subjectClaims, toSubject }
  const live = createSessionCookies<TokenSubject>(keyRing, { name: 'portal', ...kind }, settings)
  const test = createSessionCookies<TokenSubject>(keyRing, { name: 'portal-test', ...kind }, settings)

  const cookieOf = ({ openedBy }: TokenSubject) => (openedBy ? test : live)
  const isFromPage = (request: FastifyRequest): boolean => live.isFromPage(request) || test.isFromPage(request)
  const read = (request: FastifyRequest) => (test.isFromPage(request) ? test : live).read(request)

  return {
    isFromPage,
    read,

    async readTest(request) {
      const session = isFromPage(request) ? await test.readCookie(request) : undefined
      return session?.subject
    },

    async readInFrame(request) {
      if (!isOwnFrame(request)) return undefined
      const session = (await test.readCookie(request)) ?? (await live.readCookie(request))
      return session?.subject
    },

    /** Also ends test mode, whose session may belong to the user who was signed in before. */
    async start(reply, subject) {
      await live.start(reply, subject)
      test.end(reply)
    },

    async replace(request, reply, subject) {
      const session = await read(request)
      await cookieOf(subject).write(reply, subject, session?.startedAt)
    },

    renew: (reply, session) => cookieOf(session.subject).renew(reply, session),

    end(reply) {
      live.end(reply)
      test.end(reply)
    },
  }
}

/**
 * Missing headers are accepted: Safari before 16.4, and browsers without TLS, send none. `SameSite` protects the
 * cookies.
 */
const isOwnFrame = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin' && (headers['sec-fetch-dest'] ?? 'iframe') === 'iframe'
