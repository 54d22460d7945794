import { createCaller, type Services } from '@partner-accounts/api'
import type { FastifyInstance } from 'fastify'
import type { PortalSessions } from '../authentication/portal-sessions.ts'
import type { Admission } from '../http/admission.ts'
import { toApiContext, WorkBudget } from '../http/api-context.ts'
import { PORTAL_PATH } from './pages-plugin.ts'

export interface MailOptions {
  services: Services
  admission: Admission
  portalSessions: PortalSessions
}

/**
 * Mails have inline styles, which the policy of the pages forbids. A sandboxed document runs no scripts, and its opaque
 * origin cannot read data of the service. Its links open in new tabs.
 */
const POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Shows the kept mails of test mode in frames of the portal. */
export function mailPlugin(
  app: FastifyInstance,
  { services, admission, portalSessions }: MailOptions,
  done: () => void,
): void {
  const url = `${PORTAL_PATH}/mails/:accountId/:mailId`
  app.get<{ Params: { accountId: string; mailId: string } }>(url, async (request, reply) => {
    const work = new WorkBudget()
    const session = await portalSessions.readInFrame(request)
    request.caller = await work.measure(admission.admit(request, reply, { session }))
    const context = { ...toApiContext(request, services), limitCall: <T>(call: () => Promise<T>) => work.spend(call()) }
    const { accountId, mailId } = request.params
    const { html } = await createCaller(context).testAccounts.getMail({ id: accountId, mailId })
    reply.header('content-security-policy', POLICY)
    return reply.type('text/html; charset=utf-8').send(html.replace('<head>', '<head><base target="_blank">'))
  })
  done()
}
