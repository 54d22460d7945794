import { errorCode } from '../logging/error-code.ts'

/** Stored and logged, so the message never contains an address or a token. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'

  /** @param reason codes, never the mail server's text */
  constructor(
    reason: string,
    readonly permanent: boolean,
  ) {
    super(reason)
  }
}

/** Unknown errors are temporary: the mail is retried. */
export const toDeliveryError = (error: unknown): DeliveryError =>
  error instanceof DeliveryError ? error : new DeliveryError(errorCode(error), false)
