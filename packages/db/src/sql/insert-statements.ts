import { sampleWorkSchedule } from '@partner-accounts/core'
import { type QueryCreator, sql } from 'kysely'
import { inSeconds, now } from './clock.ts'
import type { DB, MailKind, SubscriptionStatus } from './generated/schema.ts'
import { insertRow } from './insert-row.ts'
import { type Given, queries, Statement } from './statement.ts'

/** The values of an account and of all that belongs to it. */
export interface AccountValues {
  partnerId: string
  accountId: string
  secretHash: Uint8Array
  apiTokenHash: Uint8Array | null
  sealedApiToken: Uint8Array | null
  employerName: string
  tradeName: string
  cpf: string | null
  cnpj: string | null
  financialEmail: string | null
  fullName: string
  email: string
  /** The e-mail in the form in which it is unique. */
  emailKey: string
  mobilePhone: string
  unitId: string
  unitName: string
  cep: string
  streetName: string
  streetNumber: string
  neighborhood: string
  complement: string | null
  state: string
  city: string
  workScheduleId: string
  subscriptionId: string
  employees: number
  /** Null if the subscription is not active from the start, as are the following four. */
  activationTokenHash: Uint8Array | null
  /** Measured by the database's clock. */
  activationValidForSeconds: number | null
  /** JSON: a list of `QueuedMail`. */
  mails: string | null
  activationAuditId: string | null
  activationAction: string | null
  searchTerms: string
  auditId: string
  actorKind: string
  actorName: string | null
  action: string
}

/** A creation under an idempotency key. */
export interface OnceValues extends AccountValues {
  /** 64-bit numbers, in decimal: one for each lookup. */
  locks: string[]
  /** The lookup to store. */
  lookup: Uint8Array
  /** The lookups under which an earlier response may be stored. */
  lookups: Uint8Array[]
  fingerprint: Uint8Array
  sealedResponse: Uint8Array
  /** Measured by the database's clock. */
  ttlSeconds: number
  maxDeleted: number
}

/** Has one row if the account is to be stored, else none. */
interface Permit {
  permit: { permitted: number }
}

/** The partner of the stored account. */
interface CreatedFor {
  number: number
  coupon_id: string | null
}

/** A mail that is queued with an account. */
export interface QueuedMail {
  id: string
  kind: MailKind
  priority: number
  /** Seconds until it is due. */
  delay: number
  recipient: string
  /** Sealed, in hexadecimal. */
  content: string
}

/** The stored account: one row, or none. */
interface Numbered {
  number: number
}

const absent = sql<null>`NULL`

/** Part of the statement's text, so that PostgreSQL parses it once per connection. */
const SCHEDULE = sampleWorkSchedule()

/**
 * Stores an account with all that belongs to it, if `permit` has a row.
 *
 * Every creation of a partner updates the partner's row, so that row is locked after the e-mail: a creation that waits for
 * a competing e-mail does not block the partner's other creations. The coupon is redeemed by the statement that counts
 * redemptions, so concurrent creations never exceed its limit. Citus executes the parts one after the other, so the
 * account comes before the rows that refer to it.
 */
const withAccount = (creator: QueryCreator<DB & Permit>, given: Given<AccountValues>, redeems: boolean) =>
  creator
    .with('administrator_email', (db) =>
      insertRow(db.insertInto('administrator_emails'), db.selectFrom('permit'), () => ({
        email_key: given.emailKey,
        partner_id: given.partnerId,
        account_id: given.accountId,
      })).returning('email_key'),
    )
    .with('partner', (db) =>
      db
        .updateTable('partners')
        .set(({ eb }) => ({ account_count: eb('account_count', '+', 1) }))
        .where('id', '=', given.partnerId)
        .where(({ exists, selectFrom }) => exists(selectFrom('administrator_email').select('email_key')))
        .returning(['account_count as number', 'coupon_id']),
    )
    .with('coupon', (db) => (redeems ? redeemedCoupon(db) : noCoupon(db)))
    .with('account', (db) =>
      insertRow(db.insertInto('accounts'), db.selectFrom('partner'), ({ ref }) => ({
        id: given.accountId,
        partner_id: given.partnerId,
        number: ref('partner.number'),
        secret_hash: given.secretHash,
        api_token_hash: given.apiTokenHash,
        sealed_api_token: given.sealedApiToken,
      })).returning(['number', 'created_at']),
    )
    .with('administrator', (db) =>
      insertRow(db.insertInto('administrators'), db.selectFrom('account'), () => ({
        partner_id: given.partnerId,
        account_id: given.accountId,
        full_name: given.fullName,
        email: given.email,
        mobile_phone: given.mobilePhone,
        password_hash: absent,
        activation_token_hash: sql<Uint8Array | null>`${given.activationTokenHash}::bytea`,
        activation_expires_at: inSeconds(given.activationValidForSeconds),
      })),
    )
    .with('unit', (db) =>
      insertRow(db.insertInto('units'), db.selectFrom('account'), () => ({
        id: given.unitId,
        partner_id: given.partnerId,
        account_id: given.accountId,
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
        partner_id: given.partnerId,
        account_id: given.accountId,
        name: sql<string>`${SCHEDULE.name}`,
        days: sql`${JSON.stringify(SCHEDULE.days)}::jsonb`,
      })),
    )
    .with('audit_entry', (db) =>
      insertRow(db.insertInto('audit_entries'), auditedChanges(db, given), ({ ref }) => ({
        id: ref('change.id'),
        actor_kind: given.actorKind,
        actor_name: given.actorName,
        action: ref('change.action'),
        subject_id: ref('change.subject_id'),
        partner_id: given.partnerId,
        account_id: given.accountId,
      })),
    )
    .with('search_entry', (db) =>
      insertRow(db.insertInto('account_search'), db.selectFrom('account'), ({ ref }) => ({
        partner_id: given.partnerId,
        number: ref('account.number'),
        created_at: ref('account.created_at'),
        subscription_status: firstStatus(given),
        terms: given.searchTerms,
      })),
    )
    .with('employer', (db) =>
      insertRow(db.insertInto('employers'), db.selectFrom('partner'), ({ ref }) => ({
        partner_id: given.partnerId,
        number: ref('partner.number'),
        name: given.employerName,
        trade_name: given.tradeName,
        cpf: given.cpf,
        cnpj: given.cnpj,
        financial_email: given.financialEmail,
      })),
    )
    .with('subscription', (db) =>
      insertRow(
        db.insertInto('subscriptions'),
        db.selectFrom('partner').leftJoin('coupon', (join) => join.onTrue()),
        ({ ref }) => ({
          id: given.subscriptionId,
          partner_id: given.partnerId,
          account_id: given.accountId,
          status: firstStatus(given),
          employees: sql<number>`${given.employees}::int`,
          coupon_id: ref('coupon.id'),
          percent_off: ref('coupon.percent_off'),
          activated_at: sql<Date | null>`CASE WHEN ${given.activationTokenHash}::bytea IS NOT NULL THEN ${now} END`,
          canceled_at: sql<null>`NULL::timestamptz`,
        }),
      ),
    )
    .with('mail', (db) =>
      insertRow(
        db.insertInto('mails'),
        db.selectFrom('partner').innerJoin(queuedMails(given), (join) => join.onTrue()),
        ({ ref }) => ({
          id: ref('mail.id'),
          kind: ref('mail.kind'),
          priority: ref('mail.priority'),
          recipient: ref('mail.recipient'),
          sealed_content: sql<Uint8Array>`decode(mail.content, 'hex')`,
          partner_id: given.partnerId,
          account_id: given.accountId,
          due_at: inSeconds(sql<number>`mail.delay`),
          last_error: absent,
          sent_at: sql<null>`NULL::timestamptz`,
        }),
      ),
    )

/** Redeems the coupon of the partner, if it has one that is valid. */
const redeemedCoupon = (db: QueryCreator<DB & { partner: CreatedFor }>) =>
  db
    .updateTable('coupons')
    .set(({ eb }) => ({ redemptions: eb('redemptions', '+', 1) }))
    .where('id', '=', ({ selectFrom }) => selectFrom('partner').select('coupon_id'))
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(({ eb, or, ref }) =>
      or([eb('max_redemptions', 'is', null), eb('redemptions', '<', ref('max_redemptions').$notNull())]),
    )
    .returning(['id', 'percent_off'])

const noCoupon = (db: QueryCreator<DB>) =>
  db
    .selectNoFrom([sql<string>`NULL::text`.as('id'), sql<number>`NULL::smallint`.as('percent_off')])
    .where(sql<boolean>`false`) as unknown as ReturnType<typeof redeemedCoupon>

/** The status of the new subscription. */
const firstStatus = ({ activationTokenHash }: Given<AccountValues>) =>
  sql<SubscriptionStatus>`CASE WHEN ${activationTokenHash}::bytea IS NULL THEN 'pending' ELSE 'active' END::subscription_status`

/** The audited changes: the creation and, if the subscription is active from the start, its activation. */
const auditedChanges = (db: QueryCreator<DB & { account: Numbered }>, given: Given<AccountValues>) =>
  db
    .selectFrom('account')
    .innerJoin(
      sql<{ id: string; action: string; subject_id: string }>`(VALUES
        (${given.auditId}, ${given.action}, ${given.accountId}),
        (${given.activationAuditId}, ${given.activationAction}, ${given.subscriptionId})
      )`.as<'change'>(sql`change (id, action, subject_id)`),
      (join) => join.onTrue(),
    )
    .where('change.id', 'is not', null)

/** One row for each mail; none for NULL. */
const queuedMails = ({ mails }: Given<AccountValues>) =>
  sql<QueuedMail>`jsonb_to_recordset(${mails}::jsonb)`.as<'mail'>(
    sql`mail (id text, kind mail_kind, priority smallint, delay integer, recipient text, content text)`,
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

/** Stores an account with all that belongs to it in one statement. Returns no row if the partner does not exist. */
export const INSERT = insert('account_insert', true)

/** Does the same for a partner without a coupon. */
export const INSERT_WITHOUT_COUPON = insert('account_insert_without_coupon', false)

const insertOnce = (name: string, redeems: boolean) =>
  new Statement(name, (given: Given<OnceValues>) => {
    const ofPartner = () => queries.selectFrom('idempotent_creations').where('partner_id', '=', given.partnerId)
    const isLookup = sql<boolean>`lookup = any(${given.lookups}::bytea[])`
    const earlier = ofPartner().select(['fingerprint', 'sealed_answer']).where(isLookup).where('expires_at', '>', now)
    const guarded = queries
      .with('cleared', (db) =>
        db
          .deleteFrom('idempotent_creations')
          .where('partner_id', '=', given.partnerId)
          .where('lookup', '=', () => {
            const expired = ofPartner()
              .select('lookup')
              .where('expires_at', '<=', now)
              .orderBy('expires_at')
              .limit(sql<number>`${given.maxDeleted}::int`)
              .forUpdate()
              .skipLocked()
            return sql<Uint8Array>`any(array(${expired}))`
          }),
      )
      .with('replaced', (db) =>
        db
          .deleteFrom('idempotent_creations')
          .where('partner_id', '=', given.partnerId)
          .where(isLookup)
          .where('expires_at', '<=', now)
          .returning('lookup'),
      )
      .with('permit', (db) =>
        insertRow(
          db.insertInto('idempotent_creations'),
          db
            .selectNoFrom([])
            .where(({ not, exists }) => not(exists(earlier)))
            .where(sql<boolean>`(SELECT count(*) FROM replaced) >= 0`)
            .where(
              sql<boolean>`(SELECT bool_and(pg_try_advisory_xact_lock(key)) FROM unnest(${given.locks}::bigint[]) AS key)`,
            ),
          () => ({
            partner_id: given.partnerId,
            lookup: sql<Uint8Array>`${given.lookup}::bytea`,
            fingerprint: given.fingerprint,
            sealed_answer: given.sealedResponse,
            expires_at: inSeconds(given.ttlSeconds),
          }),
        )
          .onConflict((conflict) => conflict.doNothing())
          .returning(sql<number>`1`.as('permitted')),
      )
    return withAccount(guarded, given, redeems)
      .selectFrom(sql<{ one: number }>`(VALUES (1))`.as<'one_row'>(sql`one_row`))
      .leftJoin('partner', (join) => join.onTrue())
      .leftJoin(earlier.as('earlier'), (join) => join.onTrue())
      .select(['partner.number', 'earlier.fingerprint', 'earlier.sealed_answer'])
  })

/**
 * Stores an account once for a caller's idempotency key, and stores the response. Its row has a number if the account was
 * created, else the stored response of an earlier creation; with neither, another creation under the key is in progress.
 *
 * The holder of the key's lock cannot meet an uncommitted response, so nothing waits for the unique index of the keys.
 * A response that was committed after this statement's snapshot hits that index (ON CONFLICT) and stays invisible: that
 * creation was still in progress when this one began.
 *
 * Each creation also deletes a few expired responses, so no timer is needed. Rows that another transaction has locked
 * are left to it. Expiry is compared with the statement's time, which does not change while it runs: an index cannot be
 * searched by `clock_timestamp()`.
 */
export const INSERT_ONCE = insertOnce('account_insert_once', true)

/** Does the same for a partner without a coupon. */
export const INSERT_ONCE_WITHOUT_COUPON = insertOnce('account_insert_once_without_coupon', false)

/** Whether the database has the extension Citus. */
export const HAS_CITUS = new Statement('database_has_citus', () =>
  queries.selectNoFrom(sql<boolean>`EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')`.as('hasCitus')),
)

/** Has a row if the partner has a coupon. */
export const COUPON = new Statement('partner_coupon', ({ partnerId }: Given<{ partnerId: string }>) =>
  queries.selectFrom('partners').select('coupon_id').where('id', '=', partnerId).where('coupon_id', 'is not', null),
)

/** A response that the previous release stored, without a partner. Delete it when the next release is out. */
export const PREVIOUS_RESPONSE = new Statement(
  'account_previous_response',
  ({ lookups }: Given<{ lookups: Uint8Array[] }>) =>
    queries
      .with('expired', (db) =>
        db
          .deleteFrom('idempotent_creations')
          .where('partner_id', '=', '')
          .where(sql<boolean>`lookup = any(${lookups}::bytea[])`)
          .where('expires_at', '<=', now),
      )
      .selectFrom('idempotent_creations')
      .select(['fingerprint', 'sealed_answer'])
      .where('partner_id', '=', '')
      .where(sql<boolean>`lookup = any(${lookups}::bytea[])`)
      .where('expires_at', '>', now),
)
