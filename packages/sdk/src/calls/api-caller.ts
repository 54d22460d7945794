import type { TokenSource } from '../auth/token-source.ts'
import type { Connection } from '../options/connection.ts'
import type { RateLimitPacer } from '../rate-limit/rate-limit-pacer.ts'
import type { CallStarts } from '../runtime/call-starts.ts'

export interface ApiCaller extends Connection {
  /** Absent in the build for browsers, and in Cloudflare Workers, where requests share no timers. */
  readonly starts: CallStarts | undefined
  readonly tokens: TokenSource
  /** Absent with `pacing: false`, and in Cloudflare Workers. */
  readonly pacer: RateLimitPacer | undefined
}
