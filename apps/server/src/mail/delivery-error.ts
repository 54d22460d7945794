import { faultCode } from '../logging/fault-code.ts'

/** Why a mail could not be handed over. Its text is kept and logged: it never holds an address or a token. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'

  /**
   * @param reason codes and nothing that someone else has written
   * @param permanent whether the same mail would be refused again
   */
  constructor(
    reason: string,
    readonly permanent: boolean,
  ) {
    super(reason)
  }
}

/** What is not known to be permanent is tried again. */
export const toDeliveryError = (error: unknown): DeliveryError =>
  error instanceof DeliveryError ? error : new DeliveryError(faultCode(error), false)
