import type { Caller, Services } from '@partner-accounts/api'
import type { TokenSubject } from '@partner-accounts/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FindInternalCaller } from '../authentication/internal-keys.ts'
import type { PortalSessions } from '../authentication/portal-sessions.ts'
import type { Session, SessionCookies } from '../authentication/session-cookies.ts'
import type { Admission } from '../http/admission.ts'

export interface IdentificationOptions {
  services: Pick<Services, 'stores'>
  admission: Admission
  findInternalCaller: FindInternalCaller
  portalSessions: PortalSessions
  consoleSessions: SessionCookies<string>
}

/** Identifies a caller, extends its session, and counts the request if the rate limit applies to it (part 8). */
type IdentifyCaller = (request: FastifyRequest, reply: FastifyReply, cost: number) => Promise<Caller>

/** An `Authorization` header takes precedence over cookies. The console's cookie takes precedence over the portal's. */
export function createCallerIdentification(options: IdentificationOptions): IdentifyCaller {
  const { services, admission, findInternalCaller, portalSessions, consoleSessions } = options
  const { operatorSessions, portalSessions: portalSessionRows } = services.stores

  async function findOperator(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> {
    if (request.headers.authorization !== undefined) return undefined
    const cookie = await consoleSessions.read(request)
    const session = cookie && (await operatorSessions.find(cookie.subject))
    if (!session) return undefined
    await consoleSessions.renew(reply, cookie)
    return { kind: 'operator', session }
  }

  async function renew(reply: FastifyReply, session: Session<TokenSubject>): Promise<void> {
    const validForSeconds = await portalSessions.renew(reply, session)
    if (validForSeconds === undefined) return
    const { openedBy, ...own } = session.subject
    // The request does not wait for this update, which only the user's list of sessions shows.
    for (const subject of [own, openedBy]) renewRow(subject, validForSeconds).catch(() => undefined)
  }

  async function renewRow(subject: TokenSubject | undefined, validForSeconds: number): Promise<void> {
    if (subject?.sessionId === undefined) return
    const { partnerId, userId, sessionId } = subject
    await portalSessionRows.renew({ partnerId, userId, sessionId }, validForSeconds)
  }

  return async (request, reply, cost) => {
    const caller = findInternalCaller(request.headers.authorization) ?? (await findOperator(request, reply))
    if (caller) return caller
    const session = await portalSessions.read(request)
    const partnerCaller = await admission.admit(request, reply, { cost, session: session?.subject })
    if (session && partnerCaller.kind === 'portal-user') await renew(reply, session)
    return partnerCaller
  }
}
