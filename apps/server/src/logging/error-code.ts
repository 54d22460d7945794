/** Returns an error's code or name for logs: third-party messages may contain personal data. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[A-Z0-9_]{3,40}$/.test(code) ? code : error.name
}
