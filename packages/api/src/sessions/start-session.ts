import type { TokenSubject } from '@partner-accounts/core'
import type { ApiContext } from '../context.ts'

/**
 * Starts a session of the user in the calling browser. Does nothing unless a page of the portal called.
 *
 * @param method `replace` keeps the start time of the page's session, so its maximum lifetime does not grow. It does nothing
 * for a call with a token, which must not become a session
 */
export async function startSession(
  { services: { newId, stores, portalSessionSeconds }, browserSession, caller }: ApiContext,
  subject: TokenSubject,
  method: 'start' | 'replace' = 'start',
): Promise<void> {
  const hasSession = caller.kind === 'portal-user' && caller.sessionId !== undefined
  if (!browserSession || (method === 'replace' && !hasSession)) return
  const session = { ...subject, sessionId: newId() }
  const { userAgent } = browserSession
  await stores.portalSessions.add({ ...session, userAgent, validForSeconds: portalSessionSeconds })
  await browserSession[method](session)
}
