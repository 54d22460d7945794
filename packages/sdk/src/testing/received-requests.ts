import { redact } from '../http/redact.ts'
import type { Operation } from './routes.ts'

/** Without passwords, tokens and secrets, so safe for logs and snapshots. */
export interface ReceivedRequest {
  /** `undefined` if the path belongs to no operation. */
  readonly operation: Operation | undefined
  readonly method: string
  /** Path below the base URL with its query: `/partner-accounts?page=2`. */
  readonly path: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON, or `undefined` if the body is not JSON. */
  readonly body: unknown
  /** `undefined` while there is no response, and if it was lost. */
  status: number | undefined
}

const HIDDEN_HEADERS: Readonly<Record<string, string>> = {
  authorization: 'Bearer [redacted]',
  'x-secret': '[redacted]',
}

export function describeRequest(
  { method, headers }: Request,
  path: string,
  operation: Operation | undefined,
  bytes: ArrayBuffer,
): ReceivedRequest {
  const shown = [...headers].map(([name, value]) => [name, HIDDEN_HEADERS[name] ?? value] as const)
  return { operation, method, path, headers: Object.fromEntries(shown), body: readBody(bytes), status: undefined }
}

/** Drops text other than JSON, whose secrets could not be recognized. */
function readBody(bytes: ArrayBuffer): unknown {
  try {
    return redact(JSON.parse(new TextDecoder().decode(bytes)) as unknown)
  } catch {
    return undefined
  }
}
