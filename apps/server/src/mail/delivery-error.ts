import { errorCode } from '../logging/error-code.ts'

/** A failed delivery. The message is stored and logged, so it never contains an address or a token. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'

  /**
   * @param reason codes only, never text from the mail server
   * @param permanent whether every retry would fail too
   */
  constructor(
    reason: string,
    readonly permanent: boolean,
  ) {
    super(reason)
  }
}

/** Converts any error. Errors other than `DeliveryError` count as temporary, so the mail is retried. */
export const toDeliveryError = (error: unknown): DeliveryError =>
  error instanceof DeliveryError ? error : new DeliveryError(errorCode(error), false)
