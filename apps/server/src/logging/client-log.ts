import type { CallOutcome } from '@partner-accounts/api'
import { DomainError, RejectionError } from '@partner-accounts/core'
import type { Logger } from 'pino'

interface Client {
  requestId: string
  /** Address, or network for IPv6. */
  network: string
}

/**
 * Logs the addresses of clients whose sign-ins fail or that exceed the rate limit, with `LOG_CLIENT_ADDRESSES=on` only.
 */
export class ClientLog {
  readonly #logger: Pick<Logger, 'info'> | undefined

  constructor(logger: Pick<Logger, 'info'>, isEnabled: boolean) {
    this.#logger = isEnabled ? logger : undefined
  }

  readonly signInEnded = (outcome: CallOutcome, { requestId: reqId, network: client }: Client): void => {
    // `rateLimited` has already logged a sign-in that exceeded the rate limit.
    if (outcome.ok || isRateLimited(outcome.error)) return
    this.#logger?.info({ reqId, client, reason: signInReason(outcome.error) }, 'sign-in failed')
  }

  readonly rateLimited = ({ requestId: reqId, network: client }: Client, partnerId: string | undefined): void => {
    this.#logger?.info({ reqId, client, partnerId }, 'rate limit exceeded')
  }
}

/** Returns whether the rate limit of the network, or of an integration's partner, rejected the sign-in. */
export const isRateLimited = ({ cause }: Error): boolean =>
  cause instanceof RejectionError && cause.kind === 'rate-limited'

/** Returns a reason that can be a metric's label: the domain's list of kinds is closed. */
export const signInReason = ({ cause }: Error): string => (cause instanceof DomainError ? cause.kind : 'error')
