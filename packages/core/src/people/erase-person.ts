import type { ChangeInput } from '../audit/audit-trail.ts'
import { DomainError, required } from '../errors.ts'
import { inTransaction } from '../in-transaction.ts'

export interface ErasePersonInput extends ChangeInput {
  /** Without personal data. */
  reason: string
}

export interface Erasure {
  id: string
  erasedAt: Date
  /** By an earlier call. */
  wasErased: boolean
}

/**
 * Erases an account's personal data and everything that contains it.
 *
 * @throws `account-not-found`, `subscription-not-canceled`, `mail-key-removed` if an unsent notice may name the account
 */
export const eraseAccount = inTransaction(
  async ({ accountDirectory, people, audit }, { actor, id, reason }: ErasePersonInput): Promise<Erasure> => {
    const account = required(await accountDirectory.lock(id), 'account-not-found')
    if (account.erasedAt) return { id, erasedAt: account.erasedAt, wasErased: true }
    if (account.subscription.status !== 'canceled') throw new DomainError('subscription-not-canceled')
    const erasedAt = await people.eraseAccount(account)
    const { partnerId } = account
    await audit.record({ actor, action: 'account.erased', subjectId: id, partnerId, accountId: id, reason })
    return { id, erasedAt, wasErased: false }
  },
)

/**
 * Erases a disabled portal user.
 *
 * @throws `portal-user-not-found`, `portal-user-not-disabled`, `mail-key-removed` if an unsent invitation may name the
 * user
 */
export const erasePortalUser = inTransaction(
  async (
    { portalUsers, operatorQueries, people, audit },
    { actor, id, reason }: ErasePersonInput,
  ): Promise<Erasure> => {
    const user = required(await portalUsers.find(id), 'portal-user-not-found')
    const { partnerId } = user
    const erasedAt = await people.erasePortalUser(user)
    if (!erasedAt) {
      const [before] = (await operatorQueries.portalUsers({ id }, { limit: 1 })).items
      if (!before?.erasedAt) throw new DomainError('portal-user-not-disabled')
      return { id, erasedAt: before.erasedAt, wasErased: true }
    }
    await audit.record({ actor, action: 'portal-user.erased', subjectId: id, partnerId, reason })
    return { id, erasedAt, wasErased: false }
  },
)
