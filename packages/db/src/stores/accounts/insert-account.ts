import {
  type Actor,
  type AuditAction,
  type CreationOutcome,
  DomainError,
  type Employer,
  type IdempotentCreation,
  isSameRequest,
  type NewAccount,
} from '@partner-accounts/core'
import type { Statements } from '../../driver/statements.ts'
import { type AccountValues, INSERT, INSERT_ONCE } from '../../sql/insert-statements.ts'
import { actorColumns } from '../audit/actor-columns.ts'

/** A creation takes milliseconds, so it has finished by the time the client retries. */
const RETRY_AFTER_SECONDS = 1
/** More than each creation adds, so that a backlog of expired responses is deleted in time. */
const MAX_DELETED_RESPONSES = 100

/** Stores an account with all that belongs to it and its audit entry, or nothing. */
export async function insertAccount(
  statements: Statements,
  account: NewAccount,
  createdBy: Actor,
  auditId: string,
  startBy?: number,
): Promise<CreationOutcome> {
  const rows = await statements.run(INSERT, accountValues(account, createdBy, auditId), startBy)
  if (rows.length === 0) throw new Error(`there is no partner ${account.partnerId}`)
  return { kind: 'created' }
}

/**
 * Stores an account under a caller's idempotency key, together with the response.
 *
 * @throws DomainError `idempotency-key-reused`, `idempotent-request-in-flight`
 */
export async function insertAccountOnce(
  statements: Statements,
  account: NewAccount,
  createdBy: Actor,
  auditId: string,
  creation: IdempotentCreation,
  startBy?: number,
): Promise<CreationOutcome> {
  const { lookup, fingerprint, sealedResponse, expiresAt } = creation
  const values = {
    ...accountValues(account, createdBy, auditId),
    lock: Buffer.from(lookup).readBigInt64BE().toString(),
    lookup,
    fingerprint,
    sealedResponse,
    keptForSeconds: (expiresAt.getTime() - Date.now()) / 1000,
    clearAtMost: MAX_DELETED_RESPONSES,
  }
  const [row] = await statements.run(INSERT_ONCE, values, startBy)
  if (row && row.number !== null) return { kind: 'created' }
  if (!row?.fingerprint || !row.sealed_answer) {
    throw new DomainError('idempotent-request-in-flight', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  if (!isSameRequest(creation, row.fingerprint)) throw new DomainError('idempotency-key-reused')
  return { kind: 'replayed', sealedResponse: row.sealed_answer }
}

function accountValues(account: NewAccount, createdBy: Actor, auditId: string): AccountValues {
  const { credentials, administrator, employer, unit, workSchedule, subscription } = account
  return {
    partnerId: account.partnerId,
    accountId: account.id,
    ...credentials,
    employerName: employer.name,
    tradeName: employer.tradeName,
    ...documentColumns(employer),
    financialEmail: employer.financialEmail,
    ...administrator,
    unitId: unit.id,
    unitName: unit.name,
    ...unit.address,
    workScheduleId: workSchedule.id,
    workScheduleName: workSchedule.name,
    workDays: JSON.stringify(workSchedule.days),
    subscriptionId: subscription.id,
    employees: subscription.employees,
    auditId,
    ...actorColumns(createdBy),
    action: 'account.created' satisfies AuditAction,
  }
}

/** Either the CPF or the CNPJ is null. */
const documentColumns = ({ document: { kind, value } }: Employer) =>
  kind === 'cpf' ? { cpf: value, cnpj: null } : { cpf: null, cnpj: value }
