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

/** What may be told of an error whose message is not ours: its code, or else its kind. */
export function faultCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[A-Z0-9_]{3,40}$/.test(code) ? code : error.name
}
