import type { ExplainedChangeInput } from '../audit/audit-trail.ts'
import { DomainError, required } from '../errors.ts'
import { inTransaction } from '../in-transaction.ts'
import { LIMITS } from '../limits.ts'

/**
 * Deletes a part of a test partner's accounts, mails and events, so that no transaction is long. Callers repeat it until
 * nothing is left.
 *
 * @throws `partner-not-found`, `partner-in-live-mode`
 */
export const emptyTestPartner = inTransaction(
  async ({ partners, audit }, { actor, id, reason }: ExplainedChangeInput) => {
    const { mode } = required(await partners.find(id), 'partner-not-found')
    if (mode === 'live') throw new DomainError('partner-in-live-mode')
    const isEmpty = await partners.empty(id, LIMITS.testMode.deletedPerCall)
    await audit.record({ actor, action: 'partner.emptied', subjectId: id, partnerId: id, reason })
    return { isEmpty }
  },
)
