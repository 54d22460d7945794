import type { Actor, AuditAction, Employer, NewAccount } from '@partner-accounts/core'
import { actorColumns } from '../audit/actor-columns.ts'
import { Statement, type Statements } from '../statements.ts'

/**
 * An account with all that belongs to it, in one statement.
 *
 * The partner's row, which all of the partner's creations want, is taken after what can be done without its number:
 * whoever waits for a rival's e-mail does not make others wait. A coupon is redeemed (`isRedeemable` of the domain) by
 * the statement that counts, so that concurrent creations never take more than there are.
 */
const INSERT = new Statement<{ number: number }>(
  'account_insert',
  `WITH
    administrator AS (
      INSERT INTO administrators (account_id, full_name, email, mobile_phone) VALUES ($2, $11, $12, $13)
      RETURNING account_id
    ),
    unit AS (
      INSERT INTO units
        (id, account_id, name, cep, street_name, street_number, neighborhood, complement, state, city)
      VALUES ($14, $2, $15, $16, $17, $18, $19, $20, $21, $22)
      RETURNING id
    ),
    work_schedule AS (
      INSERT INTO work_schedules (id, account_id, name, days) VALUES ($23, $2, $24, $25::jsonb)
      RETURNING id
    ),
    audit_entry AS (
      INSERT INTO audit_entries (id, actor_kind, actor_name, action, subject_id, partner_id, account_id)
      VALUES ($28, $29, $30, $31, $2, $1, $2)
      RETURNING id
    ),
    partner AS (
      UPDATE partners SET account_count = account_count + 1
      WHERE id = $1
        AND EXISTS (SELECT FROM administrator)
        AND EXISTS (SELECT FROM unit)
        AND EXISTS (SELECT FROM work_schedule)
        AND EXISTS (SELECT FROM audit_entry)
      RETURNING account_count AS number, coupon_id
    ),
    coupon AS (
      UPDATE coupons SET redemptions = redemptions + 1
      WHERE id = (SELECT coupon_id FROM partner)
        AND (expires_at IS NULL OR expires_at > clock_timestamp())
        AND (max_redemptions IS NULL OR redemptions < max_redemptions)
      RETURNING id, percent_off
    ),
    account AS (
      INSERT INTO accounts (id, partner_id, number, secret_hash, api_token_hash, sealed_api_token)
      SELECT $2, $1, number, $3, $4, $5 FROM partner
    ),
    employer AS (
      INSERT INTO employers (partner_id, number, name, trade_name, cpf, cnpj, financial_email)
      SELECT $1, number, $6, $7, $8, $9, $10 FROM partner
    ),
    subscription AS (
      INSERT INTO subscriptions (id, account_id, employees, coupon_id, percent_off)
      SELECT $26, $2, $27::int, coupon.id, coupon.percent_off FROM partner LEFT JOIN coupon ON true
    )
  SELECT number FROM partner`,
)

/** Stores an account with all that belongs to it, and its line in the audit trail, or nothing. */
export async function insertAccount(
  statements: Statements,
  account: NewAccount,
  createdBy: Actor,
  auditId: string,
): Promise<void> {
  const { credentials, administrator, employer, unit, workSchedule, subscription } = account
  const { address } = unit
  const { actorKind, actorName } = actorColumns(createdBy)
  const rows = await statements.run(INSERT, [
    ...[account.partnerId, account.id],
    ...[credentials.secretHash, credentials.apiTokenHash, credentials.sealedApiToken],
    ...[employer.name, employer.tradeName, ...documentColumns(employer), employer.financialEmail],
    ...[administrator.fullName, administrator.email, administrator.mobilePhone],
    ...[unit.id, unit.name, address.cep, address.streetName, address.streetNumber, address.neighborhood],
    ...[address.complement, address.state, address.city],
    ...[workSchedule.id, workSchedule.name, JSON.stringify(workSchedule.days)],
    ...[subscription.id, subscription.employees],
    ...[auditId, actorKind, actorName, 'account.created' satisfies AuditAction],
  ])
  if (rows.length === 0) throw new Error(`there is no partner ${account.partnerId}`)
}

/** CPF and CNPJ: one of them is null. */
const documentColumns = ({ document: { kind, value } }: Employer) => (kind === 'cpf' ? [value, null] : [null, value])
