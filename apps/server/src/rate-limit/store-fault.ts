import { faultCode } from '../logging/fault-code.ts'

/** Redis begins an error with its code: WRONGPASS, NOAUTH, OOM, READONLY; Upstash may say Unauthorized. */
const REFUSAL = /^(?:[A-Z]{3,20}|Unauthorized)\b/

/**
 * What may be told of a failure of the shared store: a code. Messages hold whole commands, and with them keys, or the
 * URL with its password.
 */
export function storeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.cause instanceof Error) return storeFault(error.cause)
  return REFUSAL.exec(error.message)?.[0] ?? faultCode(error)
}
