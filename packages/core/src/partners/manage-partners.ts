import type { ExplainedChangeInput } from '../audit/actor.ts'
import type { AuditAction } from '../audit/audit-actions.ts'
import { type AuditedChanges, differences } from '../audit/audit-entry.ts'
import { inTransaction, type Stores } from '../dependencies.ts'
import { DomainError, type DomainErrorKind, required } from '../errors.ts'
import { findCoupon } from './manage-coupons.ts'
import type { PartnerChanges } from './partner-store.ts'
import type { Partner, PartnerStatus } from './partner.ts'
import type { PartnerLimit } from './rate-limits.ts'

/**
 * Suspends a partner: its users' requests are rejected, and its endpoints receive nothing. Data remains.
 *
 * @throws `partner-not-found`, `partner-already-suspended`
 */
export const suspendPartner = inTransaction(async (stores, input: ExplainedChangeInput) => {
  const changed = await change(stores, input, 'partner.suspended', { status: 'suspended' }, { from: 'active' })
  return changed ?? reject(stores, input.id, 'partner-already-suspended')
})

/**
 * Resumes a suspended partner. Its webhook endpoints then receive the events that occurred during the suspension.
 *
 * @throws `partner-not-found`, `partner-already-active`
 */
export const resumePartner = inTransaction(async (stores, input: ExplainedChangeInput) => {
  const changed = await change(stores, input, 'partner.resumed', { status: 'active' }, { from: 'suspended' })
  if (!changed) return reject(stores, input.id, 'partner-already-active')
  await stores.webhooks.resumePartner(changed.id)
  return changed
})

/**
 * Renames a partner. Later mails have the new name.
 *
 * @throws `partner-not-found`
 */
export const renamePartner = inTransaction(
  async (stores, { name, ...input }: ExplainedChangeInput & { name: string }) => {
    return required(await change(stores, input, 'partner.renamed', { name }), 'partner-not-found')
  },
)

/**
 * Sets the coupon of a partner's future accounts.
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
 * Sets a partner's rate limit, which takes effect within seconds.
 *
 * @param input.rateLimit null restores the default
 * @throws `partner-not-found`
 */
export const setPartnerRateLimit = inTransaction(
  async (stores, { rateLimit, ...input }: ExplainedChangeInput & { rateLimit: PartnerLimit | null }) => {
    const before = await stores.partners.find(input.id)
    const changes = differences(auditedValues(before?.rateLimit), auditedValues(rateLimit))
    const changed = await change(stores, input, 'partner.rate-limit-changed', { rateLimit }, { changes })
    return required(changed, 'partner-not-found')
  },
)

const auditedValues = (limit: PartnerLimit | null | undefined) => ({
  requests: limit ? String(limit.requests) : null,
  until: limit?.until?.toISOString() ?? null,
})

/** @param options `from`: the status that the partner must have. `changes`: what the audit entry shows */
async function change(
  { partners, audit }: Stores,
  { actor, id, reason }: ExplainedChangeInput,
  action: AuditAction,
  values: PartnerChanges,
  { from, changes }: { from?: PartnerStatus; changes?: AuditedChanges } = {},
): Promise<Partner | undefined> {
  const partner = await partners.change(id, values, from)
  if (partner) await audit.record({ actor, action, subjectId: id, partnerId: id, reason, changes })
  return partner
}

/** @throws `partner-not-found`, or the error `kind` if the partner exists */
async function reject({ partners }: Stores, id: string, kind: DomainErrorKind): Promise<never> {
  throw new DomainError((await partners.find(id)) ? kind : 'partner-not-found')
}
