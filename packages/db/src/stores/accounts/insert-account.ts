import {
  type Actor,
  type AuditAction,
  DomainError,
  type Employer,
  type IdempotentCreation,
  type NewAccount,
} from '@partner-accounts/core'
import { actorColumns } from '../audit/actor-columns.ts'
import type { Statements } from '../../driver/statements.ts'
import { INSERT, INSERT_ONCE } from '../../sql/insert-statements.ts'

/** A creation takes milliseconds: whoever is told to wait finds it through. */
const RETRY_AFTER_SECONDS = 1
/** More than come in by the statement that clears them: those that have gathered go in time. */
const CLEARED_AT_ONCE = 100

/** Stores an account with all that belongs to it, and its line in the audit trail, or nothing. */
export async function insertAccount(
  statements: Statements,
  account: NewAccount,
  createdBy: Actor,
  auditId: string,
): Promise<void> {
  const rows = await statements.run(INSERT, accountValues(account, createdBy, auditId), account.partnerId)
  if (rows.length === 0) throw new Error(`there is no partner ${account.partnerId}`)
}

/**
 * The same under a caller's key, and with it the answer.
 *
 * @returns the sealed answer of an earlier creation; then nothing was stored
 * @throws DomainError `idempotency-key-reused`, `idempotent-request-in-flight`
 */
export async function insertAccountOnce(
  statements: Statements,
  account: NewAccount,
  createdBy: Actor,
  auditId: string,
  { lookup, fingerprint, sealedAnswer, expiresAt }: IdempotentCreation,
): Promise<Uint8Array | undefined> {
  const lock = Buffer.from(lookup).readBigInt64BE().toString()
  const values = [
    ...accountValues(account, createdBy, auditId),
    ...[lock, lookup, fingerprint, sealedAnswer, expiresAt.getTime(), CLEARED_AT_ONCE],
  ]
  const [row] = await statements.run(INSERT_ONCE, values, account.partnerId)
  if (row && row.number !== null) return undefined
  if (!row?.fingerprint || !row.sealed_answer) {
    throw new DomainError('idempotent-request-in-flight', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  if (Buffer.compare(row.fingerprint, fingerprint) !== 0) throw new DomainError('idempotency-key-reused')
  return row.sealed_answer
}

/** $1 to $31 of both statements. */
function accountValues(account: NewAccount, createdBy: Actor, auditId: string): unknown[] {
  const { credentials, administrator, employer, unit, workSchedule, subscription } = account
  const { address } = unit
  const { actorKind, actorName } = actorColumns(createdBy)
  return [
    ...[account.partnerId, account.id],
    ...[credentials.secretHash, credentials.apiTokenHash, credentials.sealedApiToken],
    ...[employer.name, employer.tradeName, ...documentColumns(employer), employer.financialEmail],
    ...[administrator.fullName, administrator.email, administrator.mobilePhone],
    ...[unit.id, unit.name, address.cep, address.streetName, address.streetNumber, address.neighborhood],
    ...[address.complement, address.state, address.city],
    ...[workSchedule.id, workSchedule.name, JSON.stringify(workSchedule.days)],
    ...[subscription.id, subscription.employees],
    ...[auditId, actorKind, actorName, 'account.created' satisfies AuditAction],
  ]
}

/** CPF and CNPJ: one of them is null. */
const documentColumns = ({ document: { kind, value } }: Employer) => (kind === 'cpf' ? [value, null] : [null, value])
