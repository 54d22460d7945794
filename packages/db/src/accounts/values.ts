import {
  type Actor,
  employerValues,
  type IdGenerator,
  type NewAccount,
  type SealingKeys,
  searchTerms,
} from '@partner-accounts/core'
import { actorColumns } from '../audit/entry.ts'
import { emailKeyOf } from '../keys.ts'
import { queuedMail } from '../mails/content.ts'

export type AccountValues = ReturnType<typeof accountValues>

/** Returns the values of a creation's rows. Those of an activation are null unless the subscription starts active. */
export function accountValues(
  { activation, administrator, employer, ...account }: NewAccount,
  createdBy: Actor,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
) {
  const { unit, subscription } = account
  return {
    ...account.credentials,
    ...employerValues(employer),
    ...administrator,
    ...unit.address,
    partnerId: account.partnerId,
    accountId: account.id,
    emailKey: emailKeyOf(administrator.email),
    searchTerms: searchTerms(employer, administrator),
    unitId: unit.id,
    unitName: unit.name,
    workScheduleId: account.workScheduleId,
    subscriptionId: subscription.id,
    employees: subscription.employees,
    ...actorColumns(createdBy),
    auditId: newId(),
    // The trail is sorted by id, so the activation must follow the creation.
    activationAuditId: activation ? newId() : null,
    activationTokenHash: activation?.link.tokenHash ?? null,
    activationValidForSeconds: activation?.link.validForSeconds ?? null,
    /** JSON: a list of `QueuedMail`. */
    mails: activation
      ? JSON.stringify(activation.mails.map((mail) => inJson(queuedMail(mail, newId(), sealingKeys))))
      : null,
  }
}

export type QueuedMail = ReturnType<typeof inJson>

const inJson = ({ sealedContent, ...mail }: ReturnType<typeof queuedMail>) => ({
  ...mail,
  content: Buffer.from(sealedContent).toString('hex'),
})
