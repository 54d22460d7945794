import type { Actor } from '../audit/actor.ts'
import type { Dependencies } from '../dependencies.ts'

/**
 * Counts sends that a partner's user requests. Sends that operators request are not limited.
 *
 * @throws `webhook-pace-exceeded`
 */
export async function countSends(
  { webhookPace }: Pick<Dependencies, 'webhookPace'>,
  actor: Actor,
  sends: WebhookSends,
): Promise<void> {
  if (actor.kind === 'portal-user') await webhookPace.count(sends)
}

export interface WebhookSends {
  partnerId: string
  /** Absent for a new endpoint. */
  webhookId?: string
  /** Default: 1. */
  cost?: number
}

/** Limits the requests that a partner can trigger, because the endpoint may be somebody else's server. */
export interface WebhookPace {
  /** @throws `webhook-pace-exceeded`, with the seconds to wait */
  count(sends: WebhookSends): Promise<void>
}

declare module '../dependencies.ts' {
  interface Dependencies {
    webhookPace: WebhookPace
  }
}
