/**
 * Returns an error with a code. Logs contain codes instead of messages, which may contain personal data.
 *
 * @param code an SQLSTATE, or a name in capitals that no socket error has as its code
 */
export const codedError = (code: string, message: string, cause?: unknown): Error & { code: string } =>
  Object.assign(new Error(message, { cause }), { code })
