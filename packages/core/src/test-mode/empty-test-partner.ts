import { type ExplainedChangeInput, labelOf } from '../audit/actor.ts'
import type { Dependencies, Stores } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import { LIMITS } from '../limits.ts'

/** Far less than a request's timeout. */
const MAX_DURATION_MS = 2_000
/** Maximum age of the audit entry that repeated calls share. A later call is recorded as a new emptying. */
const SAME_EMPTYING_MS = 5 * 60_000

/**
 * Deletes a test partner's accounts, mails and events in short transactions for up to two seconds. Callers repeat
 * the call until nothing is left. Repeated calls share one audit entry.
 *
 * @throws `partner-not-found`, `partner-in-live-mode`
 */
export async function emptyTestPartner(
  { stores, transact }: Pick<Dependencies, 'stores' | 'transact'>,
  input: ExplainedChangeInput,
): Promise<{ isEmpty: boolean }> {
  const { id } = input
  const { mode } = required(await stores.partners.find(id), 'partner-not-found')
  if (mode === 'live') throw new DomainError('partner-in-live-mode')
  await transact((transaction) => recordOnce(transaction, input))
  const end = performance.now() + MAX_DURATION_MS
  for (;;) {
    const isEmpty = await transact(({ partners }) => partners.empty(id, LIMITS.testMode.accountsPerTransaction))
    if (isEmpty || performance.now() > end) return { isEmpty }
  }
}

async function recordOnce(
  { partners, records, audit }: Stores,
  { actor, id, reason }: ExplainedChangeInput,
): Promise<void> {
  await partners.lock(id)
  const from = new Date((await records.now()).getTime() - SAME_EMPTYING_MS)
  const search = { action: 'partner.emptied', partnerId: id, from } as const
  const [latest] = (await records.auditEntries(search, { limit: 1 })).items
  if (latest) {
    const isSameActor = labelOf(latest.actor) === labelOf(actor)
    if (isSameActor && latest.reason === reason) return
  }
  await audit.record({ actor, action: 'partner.emptied', subjectId: id, partnerId: id, reason })
}
