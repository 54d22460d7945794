/**
 * Returns the code of the innermost cause that has one, or the error's name, for logs: third-party messages may contain
 * personal data. `fetch` and connection attempts to several addresses wrap the actual error.
 */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return innermostCode(error) ?? error.name
}

/** Maximum number of errors that are read: the error and its causes. */
const MAX_ERRORS = 8

function innermostCode(error: Error): string | undefined {
  let found: string | undefined
  let current: unknown = error
  for (let depth = 0; depth < MAX_ERRORS && current instanceof Error; depth += 1) {
    const { code } = current as { code?: unknown }
    if (typeof code === 'string' && /^[A-Z0-9_]{3,40}$/.test(code)) found = code
    current = current instanceof AggregateError ? current.errors[0] : current.cause
  }
  return found
}
