import type { Claimed, DeliveryOutcome } from '@partner-accounts/core'
import { NO_PARTNER } from '../keys.ts'

type Outcome = DeliveryOutcome<Claimed, unknown>

export const withPartner = <Recorded extends Outcome>(outcome: Recorded) => ({
  outcome,
  partnerId: outcome.delivery.partnerId ?? NO_PARTNER,
})

/** Parameters of both queues' statements that record outcomes. */
export const OUTCOME_PARAMETERS = {
  partnerIds: 'text[]',
  ids: 'text[]',
  claimedAttempts: 'int4[]',
  attempts: 'int4[]',
  statuses: 'text[]',
  errors: 'text?[]',
  delays: 'float8[]',
  sentDelays: 'float8?[]',
} as const

/**
 * Returns the lists of `OUTCOME_PARAMETERS`. Times are delays from now, because `CASE` with the clock is impossible on
 * Citus.
 */
export const outcomeValues = (outcomes: readonly Outcome[]) => ({
  ids: outcomes.map(({ delivery }) => delivery.id),
  claimedAttempts: outcomes.map(({ delivery }) => delivery.attempts),
  attempts: outcomes.map(({ delivery, failure }) => delivery.attempts - (failure?.isUncounted ? 1 : 0)),
  statuses: outcomes.map(({ failure }) => statusAfter(failure)),
  errors: outcomes.map(({ failure }) => failure?.error ?? null),
  delays: outcomes.map(({ failure }) => failure?.retryInSeconds ?? 0),
  sentDelays: outcomes.map(({ failure }) => (failure ? null : 0)),
})

function statusAfter(failure: Outcome['failure']): 'sent' | 'failed' | 'queued' {
  if (!failure) return 'sent'
  return failure.retryInSeconds === undefined ? 'failed' : 'queued'
}
