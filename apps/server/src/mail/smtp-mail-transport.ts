import { Transform } from 'node:stream'
import { createTransport, type NodemailerError } from 'nodemailer'
import { isLoopback } from '../http/loopback.ts'
import { errorCode } from '../logging/error-code.ts'
import type { MailSettings } from '../settings/settings.ts'
import { composeMessage, type MailIdentity } from './compose-message.ts'
import { DeliveryError } from './delivery-error.ts'
import { isAboutRecipient } from './is-about-recipient.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'

const TIMEOUTS = {
  connectMs: 10_000,
  greetingMs: 10_000,
  /** Maximum time between two packets. */
  idleMs: 15_000,
  /** Maximum time of a delivery, even if the server responds byte by byte. Must be shorter than the claim on the mail. */
  deliveryMs: 30_000,
}

export class SmtpMailTransport implements MailTransport {
  readonly concurrency: number
  readonly #identity: MailIdentity
  readonly #deliveryTimeoutMs: number
  readonly #smtp

  /**
   * @param url `smtp://` (STARTTLS if offered; required with `?requireTLS=true`) or `smtps://`, with nodemailer's
   * options
   */
  constructor(url: string, identity: MailIdentity, { connections, ca }: MailSettings['smtp'], timeouts = TIMEOUTS) {
    this.concurrency = connections
    this.#identity = identity
    this.#deliveryTimeoutMs = timeouts.deliveryMs
    this.#smtp = createTransport({
      url,
      pool: true,
      maxConnections: connections,
      connectionTimeout: timeouts.connectMs,
      dnsTimeout: timeouts.connectMs,
      greetingTimeout: timeouts.greetingMs,
      socketTimeout: timeouts.idleMs,
      ...tlsOptions(url, ca),
    })
    this.#smtp.use('stream', ({ message }, done) => {
      message.transform(joinChunks)
      done()
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

  async verify(): Promise<void> {
    try {
      await this.#smtp.verify()
    } catch (error) {
      throw toSmtpDeliveryError(error)
    }
  }

  close(): void {
    this.#smtp.close()
  }
}

/** Joins the chunks of a message. Otherwise, Nodemailer would write to the socket about a dozen times. */
function joinChunks(): Transform {
  const chunks: Buffer[] = []
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    flush: (done) => done(null, Buffer.concat(chunks)),
  })
}

function tlsOptions(url: string, ca: string | undefined) {
  if (ca !== undefined) return { tls: { ca } }
  // Local mail catchers use self-signed certificates.
  return isLoopback(url) ? { tls: { rejectUnauthorized: false } } : {}
}

type SmtpError = NodemailerError & { originalCode?: string }

/** Keeps only codes, because servers repeat addresses in their responses. */
function toSmtpDeliveryError(error: unknown): DeliveryError {
  const { code, originalCode, command = '', response = '', responseCode } = error as SmtpError
  if (responseCode) {
    const enhancedCode = readEnhancedCode(response)
    const reason = ['SMTP', responseCode, enhancedCode, command && `at ${command}`].filter(Boolean).join(' ')
    const isPermanent = isAboutRecipient({ responseCode, enhancedCode, command, response })
    return new DeliveryError(reason, isPermanent)
  }
  // SMTP cannot transport the address.
  if (code === 'EENVELOPE') return new DeliveryError('invalid recipient', true)
  if (code === 'EABORT') return new DeliveryError('ETIMEDOUT', false)
  return new DeliveryError(originalCode ?? errorCode(error), false)
}

/** Returns the enhanced code after the reply code, or in the form `(#5.1.1)` of qmail and its descendants. */
function readEnhancedCode(response: string): string | undefined {
  const atStart = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)
  return (atStart ?? /\(#(\d\.\d{1,3}\.\d{1,3})\)/.exec(response))?.[1]
}
