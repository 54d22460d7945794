import { createIdGenerator } from '@partner-accounts/core'
import { request, type TestService } from '../harness.ts'
import { internalClient, nativeClient } from './internal-client.ts'
import { QueuedMails } from './queued-mails.ts'

const newId = createIdGenerator()
export const PASSWORD = 'correct horse battery'

/** How `activation.activate` rejects an unknown or replaced link. */
export const INVALID_LINK = {
  status: 404,
  details: 'Invalid activation token. It does not exist, or a newer link has replaced it.',
}

/** Invites and activates portal users of a service without a mail worker. */
export class Invitations {
  readonly mails: QueuedMails
  readonly #service: TestService

  constructor(service: TestService) {
    this.#service = service
    this.mails = new QueuedMails(service.database)
  }

  /** Invites a new portal user, by default of a new partner, and reads the link's token from the mail. */
  async invite(invited: { partnerId?: string; email?: string } = {}) {
    const { partners, portalUsers } = internalClient(this.#service)
    const partnerId = invited.partnerId ?? (await partners.create.mutate({ name: 'Revenda Sul' })).id
    const email = invited.email ?? `${newId()}@revenda.example`
    const user = await portalUsers.invite.mutate({ partnerId, email, name: 'Ana' })
    return { ...user, token: await this.mails.latestToken(email) }
  }

  activate(token: string, password = PASSWORD) {
    return nativeClient(this.#service).activation.activate.mutate({ token, password })
  }

  async signInStatus(email: string, password: string): Promise<number> {
    return (await request(this.#service, 'POST', '/tokens', { email, password })).status
  }
}
