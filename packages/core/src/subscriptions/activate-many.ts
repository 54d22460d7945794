import type { Actor } from '../audit/actor.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import { activateSubscription, type ActivationDependencies } from './activate-subscription.ts'
import type { ActivationNotices } from '../accounts/notify-creator.ts'

type ActivationResult = 'activated' | 'already-active' | 'canceled' | 'not-found'

/** Results by the subscription's status before the call. */
const RESULTS = { pending: 'activated', active: 'already-active', canceled: 'canceled' } as const

/** Activates the subscriptions of several accounts, each in its own transaction, and returns a result for each account. */
export async function activateMany(
  dependencies: ActivationDependencies & Pick<Dependencies, 'stores'>,
  { actor, accountIds, dryRun }: { actor: Actor; accountIds: readonly string[]; dryRun: boolean },
): Promise<{ accountId: string; result: ActivationResult }[]> {
  const results: { accountId: string; result: ActivationResult }[] = []
  const notices: ActivationNotices = new Map()
  for (const accountId of new Set(accountIds)) {
    const subscription = await dependencies.stores.subscriptions.find(accountId)
    const expected = subscription ? RESULTS[subscription.status] : 'not-found'
    const shouldActivate = expected === 'activated' && !dryRun
    const result = shouldActivate ? await activate(dependencies, { actor, accountId, notices }) : expected
    results.push({ accountId, result })
  }
  return results
}

/** Returns `canceled` if the subscription was canceled meanwhile. */
async function activate(
  dependencies: ActivationDependencies,
  input: { actor: Actor; accountId: string; notices: ActivationNotices },
): Promise<ActivationResult> {
  try {
    await activateSubscription(dependencies, input)
    return 'activated'
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'subscription-canceled') return 'canceled'
    throw error
  }
}
