import { DomainError } from '@partner-accounts/core'
import { errorCode } from '../logging/error-code.ts'

/** A failed delivery. The message is stored and logged, so it never contains an address or a token. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'

  /**
   * @param reason codes only, never text from the mail server
   * @param permanent every retry would fail too
   */
  constructor(
    reason: string,
    readonly permanent: boolean,
  ) {
    super(reason)
  }
}

/** Converts any error. Unknown errors are temporary, so the mail is retried. */
export function toDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error
  return new DeliveryError(error instanceof DomainError ? error.kind : errorCode(error), false)
}
