import type { Actor } from '../audit/audit-trail.ts'
import { findCoupon } from '../coupons/find-coupon.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Partner } from '../partners/partner.ts'
import { invitePortalUser } from '../portal-users/invite-portal-user.ts'
import { PERMISSIONS } from '../portal-users/permission.ts'
import type { Stores } from '../unit-of-work.ts'

export interface CreatePartnerInput {
  actor: Actor
  name: string
  coupon: string | undefined
  /** The first manager, who is invited. */
  manager?: { name: string; email: string } | undefined
  /** Only rejects what the creation would reject. */
  dryRun?: boolean
}

const DRY_RUN = new Error('rolled back, because it is a dry run')

/** @throws `coupon-not-found`, and for the manager `portal-user-email-taken` */
export async function createPartner(
  { transact, newId }: Pick<Dependencies, 'transact' | 'newId'>,
  { actor, name, coupon: code, manager, dryRun = false }: CreatePartnerInput,
): Promise<Partner> {
  const id = newId()
  let created: Partner = { id, name, status: 'active', coupon: null, rateLimit: null }
  const work = async (stores: Stores) => {
    const coupon = code === undefined ? undefined : await findCoupon({ stores }, { code })
    await stores.partners.add({ id, name, couponId: coupon?.id ?? null })
    await stores.audit.record({ actor, action: 'partner.created', subjectId: id, partnerId: id })
    if (manager) {
      const invitation = { actor, partnerId: id, ...manager, permissions: [...PERMISSIONS] }
      await invitePortalUser({ transact: (invite) => invite(stores), newId }, invitation)
    }
    created = { ...created, coupon: coupon?.code ?? null }
    if (dryRun) throw DRY_RUN
  }
  await transact(work).catch((error: unknown) => {
    if (error !== DRY_RUN) throw error
  })
  return created
}
