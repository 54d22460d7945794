import type { Logger } from 'pino'
import { toDeliveryError } from './delivery-error.ts'
import type { MailTransport } from './mail-transport.ts'

/** A start does not wait for the mail server: mails wait in the database while it is down. */
export async function warnIfUnusable(transport: MailTransport, logger: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await transport.verify?.()
  } catch (error) {
    logger.warn(
      { error: toDeliveryError(error).message },
      'mail server unusable, mails wait until it is back: check SMTP_URL',
    )
  }
}
