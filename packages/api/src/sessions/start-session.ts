import type { TokenSubject } from '@partner-accounts/core'
import type { BrowserSession, Services } from '../context.ts'

export async function startSession(
  { newId, stores, portalSessionSeconds }: Services,
  browserSession: BrowserSession<TokenSubject>,
  subject: TokenSubject,
  write: 'start' | 'replace' = 'start',
): Promise<void> {
  const session = { ...subject, sessionId: newId() }
  const { userAgent } = browserSession
  await stores.portalSessions.add({ ...session, userAgent, validForSeconds: portalSessionSeconds })
  await browserSession[write](session)
}
