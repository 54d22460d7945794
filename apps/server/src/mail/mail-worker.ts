import { type ClaimedMail, DomainError } from '@partner-accounts/core'
import { AWAITS_OPERATOR, DeliveryWorker, type DeliveryWorkerOptions } from '../background/delivery-worker.ts'
import { toDeliveryError } from './delivery-error.ts'
import type { MailTransport } from './mail-transport.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * Delays in seconds. The first ones are short, because greylisting servers accept a mail after minutes. Together they
 * outlast a weekend, but not the 7 days for which activation links are valid.
 */
export const MAIL_RETRY_DELAYS = [5, 30, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR]

const KEY_REMOVED = 'mail sealed by a removed key: add the key to DATA_SEALING_KEY, or discard the mail'
const UNREADABLE = 'mail content changed in the database: restore it from a backup, or discard the mail'

export type MailWorkerOptions = Pick<
  DeliveryWorkerOptions<ClaimedMail, undefined>,
  'queue' | 'logger' | 'onAttempt' | 'pollMilliseconds'
> & { transport: MailTransport }

/** Creates the worker that delivers mails. It logs a mail's id and kind, but never its content or recipient. */
export const createMailWorker = ({ transport, ...options }: MailWorkerOptions): DeliveryWorker<ClaimedMail> =>
  new DeliveryWorker<ClaimedMail>({
    ...options,
    name: 'mail',
    concurrency: transport.concurrency,
    retryDelays: MAIL_RETRY_DELAYS,
    factsOf: ({ id, kind }) => ({ mailId: id, kind }),
    async deliver({ content, ...mail }) {
      if (content instanceof Error) {
        const isKeyRemoved = content instanceof DomainError && content.kind === 'mail-key-removed'
        options.logger.error({ mailId: mail.id }, isKeyRemoved ? KEY_REMOVED : UNREADABLE)
        const error = isKeyRemoved ? 'sealing key removed' : 'content unreadable'
        return { failure: { error, ...AWAITS_OPERATOR }, report: undefined }
      }
      try {
        await transport.send({ ...mail, content })
        return { report: undefined }
      } catch (thrown) {
        const { message: error, isPermanent } = toDeliveryError(thrown)
        return { failure: { error, isPermanent }, report: undefined }
      }
    },
  })
