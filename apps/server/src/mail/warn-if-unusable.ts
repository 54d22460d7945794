import type { Logger } from 'pino'
import { toDeliveryError } from './delivery-error.ts'
import type { MailTransport } from './mail-transport.ts'

/** Only warns: the service starts without a mail server, because mails wait in the database until it is back. */
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
