import { errorCode } from '../logging/error-code.ts'

/** An error that is stored and logged. Its message never contains an address or a token. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  readonly isPermanent: boolean

  /** @param reason consists of codes, never of the mail server's text */
  constructor(reason: string, isPermanent: boolean) {
    super(reason)
    this.isPermanent = isPermanent
  }
}

/** Unknown errors are temporary: the mail is retried. */
export const toDeliveryError = (error: unknown): DeliveryError =>
  error instanceof DeliveryError ? error : new DeliveryError(errorCode(error), false)
