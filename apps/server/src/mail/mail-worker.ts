import type { ClaimedMail, DeliveryQueue } from '@partner-accounts/core'
import type { Logger } from 'pino'
import { DeliveryWorker, type DeliveryWorkerOptions } from '../queue/delivery-worker.ts'
import { toDeliveryError } from './delivery-error.ts'
import type { MailTransport } from './mail-transport.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * Seconds. The first are short, because greylisting servers accept a mail after minutes. Together they outlast a
 * weekend, and stay within the 7 days for which links are valid.
 */
export const MAIL_RETRY_DELAYS = [5, 30, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR]

export interface MailWorkerOptions extends Pick<
  DeliveryWorkerOptions<ClaimedMail, undefined>,
  'onAttempt' | 'pollMilliseconds'
> {
  queue: DeliveryQueue<ClaimedMail>
  transport: MailTransport
  logger: Logger
}

/** Logs name mails by id, never by content or recipient. */
export const createMailWorker = ({ transport, ...options }: MailWorkerOptions): DeliveryWorker<ClaimedMail> =>
  new DeliveryWorker<ClaimedMail>({
    ...options,
    name: 'mail',
    concurrency: transport.concurrency,
    retryDelays: MAIL_RETRY_DELAYS,
    factsOf: ({ id, content }) => ({ mailId: id, kind: content.kind }),
    async deliver(mail) {
      try {
        await transport.send(mail)
        return { report: undefined }
      } catch (thrown) {
        const { message: error, permanent } = toDeliveryError(thrown)
        return { failure: { error, permanent }, report: undefined }
      }
    },
  })
