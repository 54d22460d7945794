import { createTransport } from 'nodemailer'
import { composeMessage, type MailIdentity } from './compose-message.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'
import { toSmtpDeliveryError } from './smtp-delivery-error.ts'

/** Timeouts in milliseconds. */
export interface SmtpTimeouts {
  connectMs: number
  greetingMs: number
  /** Between two packets from the server. */
  idleMs: number
  /** Of the whole delivery, so a server that responds one byte at a time cannot outlast the claim on the mail. */
  deliveryMs: number
}

const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, greetingMs: 10_000, idleMs: 15_000, deliveryMs: 30_000 }

/** Sends mails over SMTP, each on a separate connection: mails are rare, and servers close idle connections. */
export class SmtpMailTransport implements MailTransport {
  readonly #identity: MailIdentity
  readonly #deliveryTimeoutMs: number
  readonly #smtp

  /**
   * @param url `smtp://` (STARTTLS if the server offers it; required with `?requireTLS=true`) or `smtps://`, with any option
   * that nodemailer accepts in a connection URL
   */
  constructor(url: string, identity: MailIdentity, timeouts: SmtpTimeouts = TIMEOUTS) {
    this.#identity = identity
    this.#deliveryTimeoutMs = timeouts.deliveryMs
    this.#smtp = createTransport({
      url,
      connectionTimeout: timeouts.connectMs,
      dnsTimeout: timeouts.connectMs,
      greetingTimeout: timeouts.greetingMs,
      socketTimeout: timeouts.idleMs,
      // Local mail catchers use self-signed certificates, and loopback traffic cannot be intercepted.
      ...(isLoopback(url) && { tls: { rejectUnauthorized: false } }),
    })
  }

  async send(mail: OutgoingMail): Promise<void> {
    const message = composeMessage(mail, this.#identity)
    try {
      await this.#smtp.sendMail({ ...message, signal: AbortSignal.timeout(this.#deliveryTimeoutMs) })
    } catch (error) {
      throw toSmtpDeliveryError(error)
    }
  }

  close(): void {
    this.#smtp.close()
  }
}

const isLoopback = (url: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname)
