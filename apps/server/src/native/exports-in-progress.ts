import { RequestError } from '@partner-accounts/api'
import { LIMITS } from '@partner-accounts/core'
import type { FastifyReply } from 'fastify'

/** An export is read in several responses, each of which usually takes less time than this. */
const RETRY_AFTER_SECONDS = 1

/** Counts each partner's export responses until the client has read them, because unread responses stay in memory. */
export class ExportsInProgress {
  readonly #byPartner = new Map<string, number>()

  /** @throws RequestError `too-many-exports` */
  begin(partnerId: string, { raw }: FastifyReply): void {
    // The client has gone, and `close` is not emitted again. Its response is discarded.
    if (raw.closed) return
    const inProgress = this.#byPartner.get(partnerId) ?? 0
    if (inProgress >= LIMITS.concurrentExports)
      throw new RequestError('too-many-exports', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    this.#byPartner.set(partnerId, inProgress + 1)
    raw.once('close', () => this.#end(partnerId))
  }

  #end(partnerId: string): void {
    const remaining = (this.#byPartner.get(partnerId) ?? 1) - 1
    if (remaining === 0) this.#byPartner.delete(partnerId)
    else this.#byPartner.set(partnerId, remaining)
  }
}
