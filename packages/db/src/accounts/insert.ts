import {
  type Actor,
  type EventAction,
  sampleWorkSchedule,
  type SubscriptionStatus,
  type MailStatus,
} from '@partner-accounts/core'
import { type QueryCreator, sql } from 'kysely'
import { inSeconds, now } from '../sql/clock.ts'
import { noCoupon, redeemedCoupon } from './coupon.ts'
import type { DB } from '../sql/generated/schema.ts'
import { insertRow } from '../sql/insert-row.ts'
import { type Given, onTrue, queries, Statement } from '../sql/statement.ts'
import type { AccountValues, QueuedMail } from './values.ts'

/** Inlined in the statement, so that PostgreSQL parses it once per connection. */
const SCHEDULE = sampleWorkSchedule()

/**
 * Stores an account and its related rows, if `permit` has a row. Locks the partner's row after the e-mail, so waiting
 * for a competing e-mail does not block the partner's other creations. Citus executes the parts in sequence: the
 * account first.
 */
export function withAccount(
  creator: QueryCreator<DB & { permit: { permitted: number } }>,
  given: Given<AccountValues>,
  redeems: boolean,
) {
  const ofAccount = { partner_id: given.partnerId, account_id: given.accountId }
  return creator
    .with('administrator_email', (db) =>
      insertRow(db.insertInto('administrator_emails'), db.selectFrom('permit'), () => ({
        email_key: given.emailKey,
        scope: given.emailScope,
        ...ofAccount,
      })).returning('email_key'),
    )
    .with('partner', (db) =>
      db
        .updateTable('partners')
        .set(({ eb }) => ({
          account_count: eb('account_count', '+', 1),
          event_count: eb('event_count', '+', events(given)),
        }))
        .where('id', '=', given.partnerId)
        .where(({ exists, selectFrom }) => exists(selectFrom('administrator_email').select('email_key')))
        .returning(['account_count as number', 'event_count', 'coupon_id', 'test_of']),
    )
    .with('coupon', (db) => (redeems ? redeemedCoupon(db) : noCoupon(db)))
    .with('account', (db) =>
      insertRow(db.insertInto('accounts'), db.selectFrom('partner'), ({ ref }) => ({
        id: given.accountId,
        partner_id: given.partnerId,
        number: ref('partner.number'),
        subscription_status: firstStatus(given),
        terms: given.searchTerms,
        name: given.name,
        trade_name: given.tradeName,
        cpf: given.cpf,
        cnpj: given.cnpj,
        financial_email: given.financialEmail,
        full_name: given.fullName,
        email: given.email,
        mobile_phone: given.mobilePhone,
        password_hash: sql<null>`NULL`,
        activation_token_hash: sql<Uint8Array | null>`${given.activationTokenHash}::bytea`,
        activation_expires_at: inSeconds(given.activationValidForSeconds),
        secret_hash: given.secretHash,
        api_token_hash: given.apiTokenHash,
        sealed_api_token: given.sealedApiToken,
        erased_at: sql<null>`NULL::timestamptz`,
      })).returning('number'),
    )
    .with('unit', (db) =>
      insertRow(db.insertInto('units'), db.selectFrom('account'), () => ({
        id: given.unitId,
        ...ofAccount,
        name: given.unitName,
        cep: given.cep,
        street_name: given.streetName,
        street_number: given.streetNumber,
        neighborhood: given.neighborhood,
        complement: given.complement,
        state: given.state,
        city: given.city,
      })),
    )
    .with('work_schedule', (db) =>
      insertRow(db.insertInto('work_schedules'), db.selectFrom('account'), () => ({
        id: given.workScheduleId,
        ...ofAccount,
        name: sql<string>`${SCHEDULE.name}`,
        days: sql`${JSON.stringify(SCHEDULE.days)}::jsonb`,
      })),
    )
    .with('audit_entry', (db) =>
      insertRow(db.insertInto('audit_entries'), auditedChanges(db, given), ({ ref }) => ({
        id: ref('change.id'),
        actor_kind: sql<string>`${'portal-user' satisfies Actor['kind']}`,
        actor_name: given.creatorId,
        actor_via: sql<null>`NULL`,
        actor_network: sql<null>`NULL`,
        approved_by: sql<null>`NULL`,
        reason: sql<null>`NULL`,
        action: ref('change.action'),
        subject_id: ref('change.subject_id'),
        ...ofAccount,
        position: ref('change.position'),
      })),
    )
    .with('subscription', (db) =>
      insertRow(db.insertInto('subscriptions'), db.selectFrom('partner').leftJoin('coupon', onTrue), ({ ref }) => ({
        id: given.subscriptionId,
        ...ofAccount,
        status: firstStatus(given),
        employees: sql<number>`${given.employees}::int`,
        coupon_id: ref('coupon.id'),
        percent_off: ref('coupon.percent_off'),
        activated_at: sql<Date | null>`CASE WHEN ${given.activationTokenHash}::bytea IS NOT NULL THEN ${now} END`,
        canceled_at: sql<null>`NULL::timestamptz`,
      })),
    )
    .with('mail', (db) =>
      insertRow(db.insertInto('mails'), db.selectFrom('partner').innerJoin(queuedMails(given), onTrue), ({ ref }) => ({
        id: ref('mail.id'),
        kind: ref('mail.kind'),
        status: sql<MailStatus>`CASE WHEN partner.test_of IS NULL THEN 'queued' ELSE 'kept' END`,
        priority: ref('mail.priority'),
        recipient: ref('mail.recipient'),
        recipient_key: ref('mail.recipientKey'),
        sealed_content: sql<Uint8Array>`decode(mail.content, 'hex')`,
        ...ofAccount,
        due_at: inSeconds(sql<number>`mail.delay`),
        last_error: sql<null>`NULL`,
        sent_at: sql<null>`NULL::timestamptz`,
      })),
    )
}

const firstStatus = ({ activationTokenHash }: Given<AccountValues>) =>
  sql<SubscriptionStatus>`CASE WHEN ${activationTokenHash}::bytea IS NULL THEN 'pending' ELSE 'active' END`

const events = ({ activationAuditId }: Given<AccountValues>) =>
  sql<number>`CASE WHEN ${activationAuditId}::text IS NULL THEN 1 ELSE 2 END`

/** The creation and, if the subscription starts active, its activation. */
const auditedChanges = (db: QueryCreator<DB & { partner: { event_count: number } }>, given: Given<AccountValues>) =>
  db
    .selectFrom('partner')
    .innerJoinLateral(
      sql<{ id: string; action: string; subject_id: string; position: number }>`(VALUES
        (${given.auditId}, ${'account.created' satisfies EventAction}, ${given.accountId}, partner.event_count + 1 - ${events(given)}),
        (${given.activationAuditId}, ${'subscription.activated' satisfies EventAction}, ${given.subscriptionId}, partner.event_count)
      )`.as<'change'>(sql`change (id, action, subject_id, position)`),
      onTrue,
    )
    .where('change.id', 'is not', null)

/** One row per mail; none for NULL. */
const queuedMails = ({ mails }: Given<AccountValues>) =>
  sql<QueuedMail>`jsonb_to_recordset(${mails}::jsonb)`.as<'mail'>(
    sql`mail (id text, kind text, priority smallint, delay integer, recipient text, "recipientKey" text, content text)`,
  )

const insert = (name: string, redeems: boolean) =>
  new Statement(name, (given: Given<AccountValues>) =>
    withAccount(
      queries.with('permit', (db) => db.selectNoFrom(sql<number>`1`.as('permitted'))),
      given,
      redeems,
    )
      .selectFrom('partner')
      .select('number'),
  )

/** Returns no row if the partner does not exist. */
export const INSERT = insert('account_insert', true)

export const INSERT_WITHOUT_COUPON = insert('account_insert_without_coupon', false)
