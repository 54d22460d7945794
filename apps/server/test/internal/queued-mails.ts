import type { MailContent } from '@partner-accounts/core'
import type { Database } from '@partner-accounts/db'

const FOR_GOOD_SECONDS = 3600

/** Takes the mails of a database that has no worker from its queue, as a worker would, to read them. */
export class QueuedMails {
  readonly #database: Database
  readonly #taken: { recipient: string; content: MailContent }[] = []

  constructor(database: Database) {
    this.#database = database
  }

  /** All mails to someone so far, the oldest first. */
  async to(recipient: string): Promise<MailContent[]> {
    for (;;) {
      const mail = await this.#database.mailDeliveries.claim(FOR_GOOD_SECONDS)
      if (!mail) break
      this.#taken.push(mail)
    }
    return this.#taken.filter((mail) => mail.recipient === recipient).map(({ content }) => content)
  }

  /** The token of the latest link that someone was sent. */
  async latestToken(recipient: string): Promise<string> {
    const tokens = (await this.to(recipient)).map((mail) => 'activationToken' in mail && mail.activationToken)
    const token = tokens.findLast((one) => one !== false)
    if (!token) throw new Error('no mail with a link')
    return token
  }
}
