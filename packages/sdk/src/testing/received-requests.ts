import { redact } from '../http/redact.ts'
import type { Operation } from './routes.ts'

/** A request as it came in. Passwords, tokens and secrets are taken out: it can be printed and put into a snapshot. */
export interface ReceivedRequest {
  readonly operation: Operation | undefined
  readonly method: string
  /** Below the base address, with its query: `/partner-accounts?page=2`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** What its JSON says; undefined where it has none. */
  readonly body: unknown
  /** Of the answer; undefined as long as there is none, and when it is lost. */
  status: number | undefined
}

const HIDDEN_HEADERS: Readonly<Record<string, string>> = {
  authorization: 'Bearer [redacted]',
  'x-secret': '[redacted]',
}

/** @param bytes of its body */
export function describeRequest(
  { method, headers }: Request,
  path: string,
  operation: Operation | undefined,
  bytes: ArrayBuffer,
): ReceivedRequest {
  const shown = [...headers].map(([name, value]) => [name, HIDDEN_HEADERS[name] ?? value] as const)
  return { operation, method, path, headers: Object.fromEntries(shown), body: readBody(bytes), status: undefined }
}

/** Text that is no JSON is not shown: nothing could be taken out of it. */
function readBody(bytes: ArrayBuffer): unknown {
  try {
    return redact(JSON.parse(new TextDecoder().decode(bytes)) as unknown)
  } catch {
    return undefined
  }
}
