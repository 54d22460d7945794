import type { MailContent } from '@partner-accounts/core'
import type { Database } from '@partner-accounts/db'

const CLAIM_SECONDS = 3600

/** Claims the mails of a database without a worker, as a worker would, to read them. */
export class QueuedMails {
  readonly #database: Database
  readonly #taken: { recipient: string; content: MailContent }[] = []

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns all mails to a recipient so far, in order. */
  async to(recipient: string): Promise<MailContent[]> {
    // Some mails are due a few seconds after they were queued. Citus rejects `due_at - interval`, which depends on the
    // session's time zone.
    await this.#database.pool.query(
      "UPDATE mails SET due_at = (due_at AT TIME ZONE 'UTC' - interval '1 minute') AT TIME ZONE 'UTC' WHERE attempts = 0",
    )
    for (;;) {
      const mails = await this.#database.mailQueue.claim(100, CLAIM_SECONDS)
      if (mails.length === 0) break
      this.#taken.push(...mails.map(({ recipient, content }) => ({ recipient, content: content as MailContent })))
    }
    return this.#taken.filter((mail) => mail.recipient === recipient).map(({ content }) => content)
  }

  /** Returns the token of the latest link to a recipient. */
  async latestToken(recipient: string): Promise<string> {
    const tokens = (await this.to(recipient)).map((mail) => {
      if ('activationToken' in mail) return mail.activationToken
      return 'resetToken' in mail ? mail.resetToken : undefined
    })
    const token = tokens.findLast((one) => one !== undefined)
    if (!token) throw new Error(`no mail with a link to ${recipient}`)
    return token
  }
}
