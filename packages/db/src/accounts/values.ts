import {
  emailKeyOf,
  employerValues,
  type IdGenerator,
  type NewAccount,
  sampleWorkSchedule,
  type SealingKeys,
  searchTerms,
} from '@partner-accounts/core'
import { queuedMail } from '../mails/content.ts'

const SCHEDULE = sampleWorkSchedule()
const SCHEDULE_DAYS = JSON.stringify(SCHEDULE.days)

export type AccountValues = ReturnType<typeof accountValues>

/** Returns the values of a new account's rows. Those of its activation are null unless the subscription starts active. */
export function accountValues(
  { activation, administrator, employer, ...account }: NewAccount,
  creatorId: string,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
) {
  const { unit, subscription } = account
  const { secretHash, apiTokenHash, sealedApiToken } = account.credentials
  return {
    ...employerValues(employer),
    ...administrator,
    ...unit.address,
    secretHash,
    apiTokenHash,
    sealedApiToken,
    partnerId: account.partnerId,
    accountId: account.id,
    emailKey: emailKeyOf(administrator.email),
    emailScope: account.partnerMode === 'test' ? account.partnerId : '',
    searchTerms: searchTerms(employer, administrator, unit.address),
    unitId: unit.id,
    unitName: unit.name,
    workScheduleId: account.workScheduleId,
    workScheduleName: SCHEDULE.name,
    workScheduleDays: SCHEDULE_DAYS,
    subscriptionId: subscription.id,
    employees: subscription.employees,
    creatorId,
    auditId: newId(),
    // The trail is sorted by id, so the activation must follow the creation.
    activationAuditId: activation ? newId() : null,
    activationTokenHash: activation?.link.tokenHash ?? null,
    activationValidForSeconds: activation?.link.validForSeconds ?? null,
    mails: activation
      ? JSON.stringify(activation.mails.map((mail) => inJson(queuedMail(mail, newId(), sealingKeys))))
      : null,
  }
}

/** Returns a mail as the statement reads it from JSON, which has no bytes. */
const inJson = ({ sealedContent, ...mail }: ReturnType<typeof queuedMail>) => ({
  ...mail,
  content: Buffer.from(sealedContent).toString('hex'),
})
