import type { ChangeInput } from '../audit/actor.ts'
import { inTransaction, type Stores } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import { testUserEmail } from '../identity/email.ts'

export interface ErasePersonInput extends ChangeInput {
  /** Stays in the audit trail, so it must not contain personal data. */
  reason: string
}

export interface Erasure {
  id: string
  erasedAt: Date
  /** Whether an earlier call had erased it. */
  wasErased: boolean
}

/**
 * Erases the personal data of an account with a canceled subscription, also from other records that contain it.
 *
 * @throws `account-not-found`, `subscription-not-canceled`, `mail-key-removed` if an unsent notice that may name the account
 * cannot be unsealed
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
 * Erases a disabled portal user, and their user in the test partner.
 *
 * @throws `portal-user-not-found`, `portal-user-not-disabled`, `mail-key-removed` if an unsent invitation that may name the
 * user cannot be unsealed
 */
export const erasePortalUser = inTransaction(
  async (stores, { actor, id, reason }: ErasePersonInput): Promise<Erasure> => {
    const { portalUsers, records, people, audit } = stores
    const user = required(await portalUsers.find(id), 'portal-user-not-found')
    const { partnerId } = user
    const erasedAt = await people.erasePortalUser(user)
    if (!erasedAt) {
      const [record] = (await records.portalUsers({ id }, { limit: 1 })).items
      if (!record?.erasedAt) throw new DomainError('portal-user-not-disabled')
      return { id, erasedAt: record.erasedAt, wasErased: true }
    }
    await audit.record({ actor, action: 'portal-user.erased', subjectId: id, partnerId, reason })
    await eraseTestUser(stores, { actor, id, reason })
    return { id, erasedAt, wasErased: false }
  },
)

async function eraseTestUser({ portalUsers, people, audit }: Stores, { actor, id, reason }: ErasePersonInput) {
  const user = await portalUsers.findByEmail(testUserEmail(id))
  if (!user) return
  const { id: subjectId, partnerId } = user
  await portalUsers.change(subjectId, { status: 'disabled' })
  await people.erasePortalUser(user)
  await audit.record({ actor, action: 'portal-user.erased', subjectId, partnerId, reason })
}
