/** What may be told of an error whose message is not ours: its code, or else its kind. */
export function faultCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[A-Z0-9_]{3,40}$/.test(code) ? code : error.name
}
