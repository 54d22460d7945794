import { errorCode } from '../logging/error-code.ts'

/** Redis begins an error with its code, such as WRONGPASS, NOAUTH, OOM or READONLY; Upstash with Unauthorized, too. */
const ERROR_CODE = /^(?:[A-Z]{3,20}|Unauthorized)\b/

/**
 * Returns the code of a failure of the shared store, for logs. Messages may contain whole commands with their keys, or the
 * URL with its password.
 */
export function storeErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.cause instanceof Error) return storeErrorCode(error.cause)
  return ERROR_CODE.exec(error.message)?.[0] ?? errorCode(error)
}
