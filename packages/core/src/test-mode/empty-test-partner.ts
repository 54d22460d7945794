import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { ChangePartnerInput } from '../partners/manage-partners.ts'

/**
 * Deletes a part of a test partner's accounts, mails and events, so that no transaction is long. Callers repeat it until
 * nothing is left.
 *
 * @throws `partner-not-found`, `partner-in-live-mode`
 */
export const emptyTestPartner = (
  { transact }: Pick<Dependencies, 'transact'>,
  { actor, id, reason }: ChangePartnerInput,
): Promise<{ isEmpty: boolean }> =>
  transact(async ({ partners, audit }) => {
    const partner = await partners.find(id)
    if (!partner) throw new DomainError('partner-not-found')
    if (partner.mode === 'live') throw new DomainError('partner-in-live-mode')
    const isEmpty = await partners.empty(id, LIMITS.testMode.deletedPerCall)
    await audit.record({ actor, action: 'partner.emptied', subjectId: id, partnerId: id, reason })
    return { isEmpty }
  })
