import {
  type Actor,
  type AuditAction,
  cpfAndCnpj,
  type IdGenerator,
  type NewAccount,
  type SealingKeys,
  searchTerms,
} from '@partner-accounts/core'
import { emailKeyOf } from '../keys.ts'
import type { AccountValues, QueuedMail } from './insert.ts'
import { actorColumns } from '../audit/entry.ts'
import { queuedMail } from '../mails/content.ts'

export function accountValues(
  account: NewAccount,
  createdBy: Actor,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
): AccountValues {
  const { partnerId, id: accountId, credentials, administrator, employer, unit, workScheduleId, subscription } = account
  const { secretHash, apiTokenHash, sealedApiToken } = credentials
  const { fullName, email, mobilePhone } = administrator
  const { name: employerName, tradeName, financialEmail } = employer
  const { cpf, cnpj } = cpfAndCnpj(employer)
  const { cep, streetName, streetNumber, neighborhood, complement, state, city } = unit.address
  const { actorKind, actorName } = actorColumns(createdBy)
  // The trail is sorted by id, so the activation must follow the creation.
  const auditId = newId()
  const activation = activationValues(account, newId, sealingKeys)
  return {
    partnerId,
    accountId,
    secretHash,
    apiTokenHash,
    sealedApiToken,
    employerName,
    tradeName,
    cpf,
    cnpj,
    financialEmail,
    fullName,
    email,
    mobilePhone,
    emailKey: emailKeyOf(email),
    unitId: unit.id,
    unitName: unit.name,
    cep,
    streetName,
    streetNumber,
    neighborhood,
    complement,
    state,
    city,
    workScheduleId,
    subscriptionId: subscription.id,
    employees: subscription.employees,
    searchTerms: searchTerms(employer, administrator),
    auditId,
    actorKind,
    actorName,
    action: 'account.created' satisfies AuditAction,
    activationTokenHash: activation.tokenHash,
    activationValidForSeconds: activation.validForSeconds,
    mails: activation.mails,
    activationAuditId: activation.auditId,
    activationAction: activation.action,
  }
}

const NOT_ACTIVATED = { tokenHash: null, validForSeconds: null, mails: null, auditId: null, action: null }

function activationValues({ activation }: NewAccount, newId: IdGenerator, sealingKeys: SealingKeys) {
  if (!activation) return NOT_ACTIVATED
  const { link, mails } = activation
  return {
    tokenHash: link.tokenHash,
    validForSeconds: link.validForSeconds,
    mails: JSON.stringify(mails.map((mail) => inJson(queuedMail(mail, newId(), sealingKeys)))),
    auditId: newId(),
    action: 'subscription.activated' satisfies AuditAction,
  }
}

const inJson = ({ sealedContent, ...mail }: ReturnType<typeof queuedMail>): QueuedMail => ({
  ...mail,
  content: Buffer.from(sealedContent).toString('hex'),
})
