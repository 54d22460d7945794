import type { AccountOverview } from './account-overview.ts'
import { welcomeMail } from './activation-mails.ts'
import type { Administrator } from './administrator.ts'
import { type Employer, employerValues, requireNotErased } from './employer.ts'
import { inviteAdministrator } from './invite-administrator.ts'
import type { Address } from './unit.ts'
import type { ExplainedChangeInput } from '../audit/actor.ts'
import type { AuditAction } from '../audit/audit-actions.ts'
import { type AuditedChanges, differences } from '../audit/audit-entry.ts'
import type { Dependencies, Stores } from '../dependencies.ts'
import { required } from '../errors.ts'
import { isSameEmail, normalizeEmail } from '../identity/email.ts'
import { discardMails } from '../mails/discard-mail.ts'
import type { MailRecord } from '../mails/mail.ts'
import { notifyOfCorrection } from './notify-creator.ts'

export interface CorrectAccountInput extends ExplainedChangeInput {
  employer: Partial<Employer>
  administrator: Partial<Administrator>
  address: Partial<Address>
}

/**
 * Corrects an account and audits each changed value. If the administrator's e-mail changes, unsent mails to the old
 * address are discarded, and the link of an invitation is revoked. While the subscription is active, new mails to the new
 * address replace a discarded welcome mail and the invitation. With `subscriptionNotices`, the account's creator receives a
 * mail.
 *
 * @throws `account-not-found`, `account-erased`, `administrator-email-taken`
 */
export const correctAccount = (
  { transact, subscriptionNotices }: Pick<Dependencies, 'transact' | 'subscriptionNotices'>,
  { actor, id, reason, ...corrections }: CorrectAccountInput,
): Promise<AccountOverview> =>
  transact(async (stores) => {
    const before = required(await stores.accountDirectory.lock(id), 'account-not-found')
    requireNotErased(before)
    const { partnerId } = before
    const employer = { ...before.employer, ...corrections.employer }
    const administrator = { ...before.administrator, ...corrections.administrator }
    const unit = { ...before.unit, address: { ...before.unit.address, ...corrections.address } }
    const changes = {
      'employer.corrected': {
        ...differences(employerValues(before.employer), employerValues(employer)),
        ...differences(before.unit.address, unit.address),
      },
      'administrator.corrected': differences(before.administrator, administrator),
    } satisfies Partial<Record<AuditAction, AuditedChanges>>
    if (Object.values(changes).every(isEmpty)) return before

    const isReaddressed = !isSameEmail(before.administrator.email, administrator.email)
    const isLinkMisdirected = isReaddressed && before.administratorStatus === 'invited'
    await stores.accountDirectory.correct(before, {
      employer,
      administrator,
      address: unit.address,
      removesActivationLink: isLinkMisdirected,
    })
    const isActive = before.subscription.status === 'active'
    const discarded = isReaddressed ? await discardMailsToAdministrator(stores, before) : []
    if (isActive && discarded.some(({ kind }) => kind === 'administrator-welcome')) {
      await stores.mails.queue(welcomeMail({ ...administrator, accountId: id, partnerId, accountName: employer.name }))
    }
    if (isActive && isLinkMisdirected) {
      await inviteAdministrator(stores, { actor, accountId: id, partnerId })
    }
    await record(stores, { actor, reason }, before, changes)
    if (subscriptionNotices) await notifyOfCorrection(stores, { partnerId, accountId: id, accountName: employer.name })
    return { ...before, employer, administrator, unit }
  })

function discardMailsToAdministrator(
  stores: Stores,
  { id: accountId, administrator }: AccountOverview,
): Promise<MailRecord[]> {
  const recipient = normalizeEmail(administrator.email)
  return recipient ? discardMails(stores, { accountId, recipient }) : Promise.resolve([])
}

const isEmpty = (changes: AuditedChanges) => Object.keys(changes).length === 0

async function record(
  { audit }: Stores,
  by: Pick<CorrectAccountInput, 'actor' | 'reason'>,
  { id, partnerId }: AccountOverview,
  changes: Partial<Record<AuditAction, AuditedChanges>>,
): Promise<void> {
  for (const [action, recordChanges] of Object.entries(changes)) {
    if (isEmpty(recordChanges)) continue
    const entry = { ...by, action: action as AuditAction, subjectId: id, partnerId, accountId: id }
    await audit.record({ ...entry, changes: recordChanges })
  }
}
