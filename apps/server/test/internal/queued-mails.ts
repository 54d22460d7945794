import type { MailContent } from '@partner-accounts/core'
import type { Database } from '@partner-accounts/db'

/** Longer than any test, so that each mail is claimed once. */
const CLAIM_SECONDS = 3600

/** Reads the queued mails of a database without a worker. Claims them, as a worker would. */
export class QueuedMails {
  readonly #database: Database
  readonly #claimed: { recipient: string; content: MailContent }[] = []

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns all mails to a recipient so far, in order. */
  async to(recipient: string): Promise<MailContent[]> {
    // Makes all mails due: some would be due only a few seconds after they were queued. The conversion to UTC is for
    // Citus, which rejects `due_at - interval` because the result depends on the session's time zone.
    await this.#database.pool.query(
      "UPDATE mails SET due_at = (due_at AT TIME ZONE 'UTC' - interval '1 minute') AT TIME ZONE 'UTC' WHERE attempts = 0",
    )
    for (;;) {
      const mails = await this.#database.mailQueue.claim(100, CLAIM_SECONDS)
      if (mails.length === 0) break
      this.#claimed.push(...mails.map(({ recipient, content }) => ({ recipient, content: content as MailContent })))
    }
    return this.#claimed.filter((mail) => mail.recipient === recipient).map(({ content }) => content)
  }

  /** Returns the token of the latest link to a recipient. */
  async latestToken(recipient: string): Promise<string> {
    const tokens = (await this.to(recipient)).map((mail) => {
      if ('activationToken' in mail) return mail.activationToken
      return 'resetToken' in mail ? mail.resetToken : undefined
    })
    const token = tokens.findLast((found) => found !== undefined)
    if (!token) throw new Error(`no mail with a link to ${recipient}`)
    return token
  }
}
