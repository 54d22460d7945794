import { type AuditAction, type AuditedChanges, differences, type ExplainedChangeInput } from '../audit/audit-trail.ts'
import { findCoupon } from '../coupons/manage-coupons.ts'
import { DomainError, type DomainErrorKind, required } from '../errors.ts'
import { inTransaction } from '../in-transaction.ts'
import type { PartnerLimit } from '../rate-limits/rate-limits.ts'
import type { Stores } from '../unit-of-work.ts'
import type { Partner, PartnerChanges, PartnerStatus } from './partner.ts'

/**
 * Rejects its users' requests; data remains.
 *
 * @throws `partner-not-found`, `partner-already-suspended`
 */
export const suspendPartner = inTransaction(async (stores, input: ExplainedChangeInput) => {
  const changed = await change(stores, input, 'partner.suspended', { status: 'suspended' }, 'active')
  return changed ?? reject(stores, input.id, 'partner-already-suspended')
})

/** @throws `partner-not-found`, `partner-already-active` */
export const resumePartner = inTransaction(async (stores, input: ExplainedChangeInput) => {
  const changed = await change(stores, input, 'partner.resumed', { status: 'active' }, 'suspended')
  return changed ?? reject(stores, input.id, 'partner-already-active')
})

/**
 * Applies to later mails.
 *
 * @throws `partner-not-found`
 */
export const renamePartner = inTransaction(
  async (stores, { name, ...input }: ExplainedChangeInput & { name: string }) => {
    return required(await change(stores, input, 'partner.renamed', { name }), 'partner-not-found')
  },
)

/**
 * Applies to future accounts.
 *
 * @throws `partner-not-found`, `coupon-not-found`
 */
export const setPartnerCoupon = inTransaction(
  async (stores, { code, ...input }: ExplainedChangeInput & { code: string | null }) => {
    const couponId = code === null ? null : (await findCoupon({ stores }, { code })).id
    return required(await change(stores, input, 'partner.coupon-changed', { couponId }), 'partner-not-found')
  },
)

/**
 * Takes effect within seconds.
 *
 * @param input.rateLimit null restores the default
 * @throws `partner-not-found`
 */
export const setPartnerRateLimit = inTransaction(
  async (stores, { rateLimit, ...input }: ExplainedChangeInput & { rateLimit: PartnerLimit | null }) => {
    const before = await stores.partners.find(input.id)
    const audited = differences(auditedValues(before?.rateLimit), auditedValues(rateLimit))
    const changed = await change(stores, input, 'partner.rate-limit-changed', { rateLimit }, undefined, audited)
    return required(changed, 'partner-not-found')
  },
)

const auditedValues = (limit: PartnerLimit | null | undefined) => ({
  requests: limit ? String(limit.requests) : null,
  until: limit?.until?.toISOString() ?? null,
})

async function change(
  { partners, audit }: Stores,
  { actor, id, reason }: ExplainedChangeInput,
  action: AuditAction,
  values: PartnerChanges,
  from?: PartnerStatus,
  changes?: AuditedChanges,
): Promise<Partner | undefined> {
  const partner = await partners.change(id, values, from)
  if (partner) await audit.record({ actor, action, subjectId: id, partnerId: id, reason, changes })
  return partner
}

async function reject({ partners }: Stores, id: string, kind: DomainErrorKind): Promise<never> {
  throw new DomainError((await partners.find(id)) ? kind : 'partner-not-found')
}
