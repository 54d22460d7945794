import { invitePortalUser } from '../activation/invite-portal-user.ts'
import type { Actor } from '../audit/actor.ts'
import type { Dependencies, Stores } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import { PERMISSIONS } from '../identity/permissions.ts'
import { findCoupon } from '../partners/manage-coupons.ts'
import type { Partner } from '../partners/partner.ts'

export interface CreatePartnerInput {
  actor: Actor
  name: string
  coupon: string | undefined
  /** Creates the test partner of this live partner. */
  testOf?: string | null | undefined
  /** The first manager, who is invited. */
  manager?: { name: string; email: string } | undefined
  /** Rolls the creation back, so the call only shows whether it would be rejected. */
  dryRun?: boolean
}

const DRY_RUN = new Error('rolled back, because it is a dry run')

/**
 * Creates a partner, and invites its first manager.
 *
 * @throws `coupon-not-found`. With `testOf` also `partner-not-found`, `partner-in-test-mode` or `test-partner-exists`, and
 * with a manager `portal-user-email-taken`.
 */
export async function createPartner(
  { transact, newId }: Pick<Dependencies, 'transact' | 'newId'>,
  { actor, name, coupon: code, testOf = null, manager, dryRun = false }: CreatePartnerInput,
): Promise<Partner> {
  const id = newId()
  const mode = testOf === null ? 'live' : 'test'
  let created: Partner = { id, name, status: 'active', mode, testOf, coupon: null, rateLimit: null }
  const work = async (stores: Stores) => {
    const coupon = code === undefined ? undefined : await findCoupon({ stores }, { code })
    if (testOf !== null) await requireNoTestPartner(stores, testOf)
    await stores.partners.add({ id, name, couponId: coupon?.id ?? null, testOf })
    await stores.audit.record({ actor, action: 'partner.created', subjectId: id, partnerId: id })
    if (manager) {
      const invitation = { actor, partnerId: id, ...manager, permissions: [...PERMISSIONS] }
      const inSameTransaction: Dependencies['transact'] = (invite) => invite(stores)
      await invitePortalUser({ transact: inSameTransaction, newId }, invitation)
    }
    created = { ...created, coupon: coupon?.code ?? null }
    if (dryRun) throw DRY_RUN
  }
  await transact(work).catch((error: unknown) => {
    if (error !== DRY_RUN) throw error
  })
  return created
}

async function requireNoTestPartner({ partners }: Stores, liveId: string): Promise<void> {
  await partners.lock(liveId)
  const live = required(await partners.find(liveId), 'partner-not-found')
  if (live.mode === 'test') throw new DomainError('partner-in-test-mode')
  if (await partners.findTestPartner(liveId)) throw new DomainError('test-partner-exists')
}
