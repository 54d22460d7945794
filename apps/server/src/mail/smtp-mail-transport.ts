import { createTransport } from 'nodemailer'
import { composeMessage, type MailIdentity } from './compose-message.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'
import { smtpFault } from './smtp-fault.ts'

/** Milliseconds. */
export interface SmtpTimeLimits {
  connecting: number
  greeting: number
  /** Between two signs of life of the server. */
  silence: number
  /** All of it, so that a server that answers a byte at a time does not outlast the claim on a mail. */
  delivery: number
}

const TIME_LIMITS: SmtpTimeLimits = { connecting: 10_000, greeting: 10_000, silence: 15_000, delivery: 30_000 }

/** Mails over SMTP, each by a connection of its own: they are few, and servers close those that wait. */
export class SmtpMailTransport implements MailTransport {
  readonly #identity: MailIdentity
  readonly #deliveryLimit: number
  readonly #smtp

  /**
   * @param url `smtp://` (STARTTLS where the server offers it; always, with `?requireTLS=true`) or `smtps://`; all that
   * nodemailer takes in a connection URL
   */
  constructor(url: string, identity: MailIdentity, timeLimits: SmtpTimeLimits = TIME_LIMITS) {
    this.#identity = identity
    this.#deliveryLimit = timeLimits.delivery
    this.#smtp = createTransport({
      url,
      connectionTimeout: timeLimits.connecting,
      dnsTimeout: timeLimits.connecting,
      greetingTimeout: timeLimits.greeting,
      socketTimeout: timeLimits.silence,
      // Mail catchers on the own machine sign their certificates themselves, and nobody listens in between.
      ...(isLoopback(url) && { tls: { rejectUnauthorized: false } }),
    })
  }

  async send(mail: OutgoingMail): Promise<void> {
    const message = composeMessage(mail, this.#identity)
    try {
      await this.#smtp.sendMail({ ...message, signal: AbortSignal.timeout(this.#deliveryLimit) })
    } catch (error) {
      throw smtpFault(error)
    }
  }

  close(): void {
    this.#smtp.close()
  }
}

const isLoopback = (url: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname)
