import {
  MAIL_PRIORITIES,
  mailDelaySeconds,
  type Actor,
  type AuditAction,
  type Employer,
  type IdGenerator,
  type NewAccount,
  type NewMail,
  type SealingKeys,
  searchTerms,
} from '@partner-accounts/core'
import { emailKeyOf } from '../email-key.ts'
import type { AccountValues, QueuedMail } from '../../sql/insert-statements.ts'
import { actorColumns } from '../audit/audit-row.ts'
import { sealContent, toStoredKind } from '../mails/mail-content.ts'

/** Returns the parameters of the statements that store a new account. */
export function accountValues(
  account: NewAccount,
  createdBy: Actor,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
): AccountValues {
  const { credentials, administrator, employer, unit, workScheduleId, subscription } = account
  return {
    partnerId: account.partnerId,
    accountId: account.id,
    ...credentials,
    employerName: employer.name,
    tradeName: employer.tradeName,
    ...documentColumns(employer),
    financialEmail: employer.financialEmail,
    ...administrator,
    emailKey: emailKeyOf(administrator.email),
    unitId: unit.id,
    unitName: unit.name,
    ...unit.address,
    workScheduleId,
    subscriptionId: subscription.id,
    employees: subscription.employees,
    searchTerms: searchTerms(employer, administrator),
    auditId: newId(),
    ...actorColumns(createdBy),
    action: 'account.created' satisfies AuditAction,
    ...activationValues(account, newId, sealingKeys),
  }
}

/** Either the CPF or the CNPJ is null. */
export const documentColumns = ({ document: { kind, value } }: Employer) =>
  kind === 'cpf' ? { cpf: value, cnpj: null } : { cpf: null, cnpj: value }

const NOT_ACTIVATED = {
  activationTokenHash: null,
  activationValidForSeconds: null,
  mails: null,
  activationAuditId: null,
  activationAction: null,
}

function activationValues({ activation }: NewAccount, newId: IdGenerator, sealingKeys: SealingKeys) {
  if (!activation) return NOT_ACTIVATED
  const { link, mails } = activation
  return {
    activationTokenHash: link.tokenHash,
    activationValidForSeconds: link.validForSeconds,
    mails: JSON.stringify(mails.map((mail) => toQueuedMail(mail, newId(), sealingKeys))),
    activationAuditId: newId(),
    activationAction: 'subscription.activated' satisfies AuditAction,
  }
}

const toQueuedMail = ({ recipient, content }: NewMail, id: string, sealingKeys: SealingKeys): QueuedMail => ({
  ...{ id, kind: toStoredKind(content.kind), priority: MAIL_PRIORITIES[content.kind] },
  ...{ delay: mailDelaySeconds(content.kind), recipient },
  content: Buffer.from(sealContent(id, content, sealingKeys)).toString('hex'),
})
