import type { PageRequest, PartnerFilter, PortalUserFilter } from '@partner-accounts/core'
import { sql } from 'kysely'
import { accountsWithEmployers, accountsWithParties } from './account-joins.ts'
import type { MailKind, SubscriptionStatus } from './generated/schema.ts'
import { listStatement } from './list-statement.ts'
import { permissionNames } from './portal-user-statements.ts'
import { onTrue, queries } from './statement.ts'

// Lists of all partners' records. A page reads its own records only, in the order of an index: the cursor is the id of
// the last record of the previous page. docs/statement-plans.md shows the plans.

/**
 * One more than the longest page has. A generic plan does not know the limit of a page: it would prepare for a tenth of all
 * records, and sort them. Lists of large tables are therefore cut twice, first to this constant.
 */
const MAX_RECORDS = 201

// Citus reads the keys of a page on all nodes first. Lateral joins refer to the table of accounts, which has the page's
// accounts on the nodes of their partners, because Citus rejects those that refer to the page.

/** As the indexes on e-mails have it. */
const lowerCase = (column: string) => sql<string>`lower(${sql.ref(column)} COLLATE "C")`

export const PARTNERS = listStatement<PageRequest & PartnerFilter>()(
  'operator_partners',
  ({ cursor, limit, id, status, name }, has) =>
    queries
      .selectFrom('partners as p')
      .leftJoin('coupons as c', 'c.id', 'p.coupon_id')
      .select(['p.id', 'p.name', 'p.status', 'c.code as coupon', 'p.account_count as accounts'])
      .select('p.created_at as createdAt')
      .$if(has.cursor, (list) => list.where('p.id', '>', cursor))
      .$if(has.id, (list) => list.where('p.id', '=', id))
      .$if(has.status, (list) => list.where('p.status', '=', status))
      .$if(has.name, (list) => list.where(sql<boolean>`strpos(lower(p.name), lower(${name})) > 0`))
      .orderBy('p.id')
      .limit(limit),
)

export const COUPONS = listStatement<PageRequest>()('operator_coupons', ({ cursor, limit }, has) =>
  queries
    .selectFrom('coupons')
    .select(['id', 'code', 'redemptions', 'percent_off as percentOff', 'max_redemptions as maxRedemptions'])
    .select(['expires_at as expiresAt', 'created_at as createdAt'])
    .$if(has.cursor, (list) => list.where('id', '>', cursor))
    .orderBy('id')
    .limit(limit),
)

export const PORTAL_USERS = listStatement<PageRequest & PortalUserFilter>()(
  'operator_portal_users',
  ({ cursor, limit, id, partnerId, status, email }, has) =>
    queries
      .selectFrom('portal_users')
      .select(['id', 'kind', 'partner_id as partnerId', 'email', 'name', 'status', 'created_at as createdAt'])
      .select(permissionNames.as('permissions'))
      .select('activation_expires_at as linkExpiresAt')
      .$if(has.cursor, (list) => list.where('id', '<', cursor))
      .$if(has.id, (list) => list.where('id', '=', id))
      .$if(has.partnerId, (list) => list.where('partner_id', '=', partnerId))
      .$if(has.status, (list) => list.where('status', '=', status))
      .$if(has.email, (list) =>
        list.where('id', 'in', (eb) =>
          eb.selectFrom('portal_user_emails').select('user_id').where('email_key', '=', email),
        ),
      )
      .orderBy('id', 'desc')
      .limit(limit),
)

/** A document or e-mail matches few accounts, which an index finds; a partner's accounts are in the order of their numbers. */
export const ACCOUNTS = listStatement<
  PageRequest & {
    partnerId?: string | undefined
    cpf?: string | undefined
    cnpj?: string | undefined
    email?: string | undefined
  }
>()('operator_accounts', ({ cursor, limit, partnerId, cpf, cnpj, email }, has) => {
  const withDocument = (column: 'cpf' | 'cnpj', value: typeof cpf) =>
    queries.selectFrom('employers').select(['partner_id', 'number']).where(column, '=', value)
  const order = has.partnerId && !has.cpf && !has.cnpj && !has.email ? 'number' : 'id'
  const longest = queries
    .selectFrom('accounts')
    .select(['partner_id', 'id', 'number'])
    .$if(has.partnerId, (list) => list.where('partner_id', '=', partnerId))
    .$if(has.cpf, (list) => list.where(sql<boolean>`(partner_id, number) IN ${withDocument('cpf', cpf)}`))
    .$if(has.cnpj, (list) => list.where(sql<boolean>`(partner_id, number) IN ${withDocument('cnpj', cnpj)}`))
    .$if(has.email, (list) =>
      list.where('id', 'in', (eb) =>
        eb.selectFrom('administrator_emails').select('account_id').where('email_key', '=', email),
      ),
    )
    .$if(has.cursor && order === 'id', (list) => list.where('id', '<', cursor))
    .$if(has.cursor && order === 'number', (list) =>
      list.where('number', '<', (eb) =>
        eb.selectFrom('accounts').select('number').where('partner_id', '=', partnerId).where('id', '=', cursor),
      ),
    )
    .orderBy(order, 'desc')
    .limit(MAX_RECORDS)
  const page = queries.selectFrom(longest.as('longest')).selectAll().orderBy(order, 'desc').limit(limit)
  return accountsWithParties
    .innerJoin(page.as('page'), (join) =>
      join.onRef('page.partner_id', '=', 'a.partner_id').onRef('page.id', '=', 'a.id'),
    )
    .innerJoin('partners as p', 'p.id', 'a.partner_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('subscriptions')
          .select(['subscriptions.status', 'subscriptions.employees'])
          .whereRef('subscriptions.partner_id', '=', 'a.partner_id')
          .whereRef('subscriptions.account_id', '=', 'a.id')
          .orderBy('subscriptions.id', 'desc')
          .limit(1)
          .as('s'),
      onTrue,
    )
    .select(['a.id', 'a.partner_id as partnerId', 'p.name as partnerName', 'a.created_at as createdAt'])
    .select(['e.name', 'e.cpf', 'e.cnpj', 'd.email as administratorEmail'])
    .select(['s.status as subscriptionStatus', 's.employees as subscriptionEmployees'])
    .orderBy(`a.${order}`, 'desc')
})

/** A status is a constant of a separate statement. The planner would take a parameter for a frequent one. */
export const SUBSCRIPTIONS = listStatement<
  PageRequest & Partial<Record<SubscriptionStatus, true>> & { partnerId?: string | undefined }
>()('operator_subscriptions', ({ cursor, limit, partnerId }, has) => {
  const longest = queries
    .selectFrom('subscriptions')
    .selectAll()
    .$if(has.pending, (list) => list.where('status', '=', 'pending'))
    .$if(has.active, (list) => list.where('status', '=', 'active'))
    .$if(has.canceled, (list) => list.where('status', '=', 'canceled'))
    .$if(has.partnerId, (list) => list.where('partner_id', '=', partnerId))
    .$if(has.cursor, (list) => list.where('id', '<', cursor))
    .orderBy('id', 'desc')
    .limit(MAX_RECORDS)
  const page = queries.selectFrom(longest.as('longest')).selectAll().orderBy('id', 'desc').limit(limit)
  return accountsWithEmployers
    .innerJoin(page.as('s'), (join) =>
      join.onRef('s.partner_id', '=', 'a.partner_id').onRef('s.account_id', '=', 'a.id'),
    )
    .innerJoin('partners as p', 'p.id', 'a.partner_id')
    .select(['s.id', 's.account_id as accountId', 'e.name as accountName', 'p.id as partnerId'])
    .select(['p.name as partnerName', 's.status', 's.employees', 's.face_ids as faceIds'])
    .select(['s.percent_off as percentOff', 's.created_at as createdAt', 's.activated_at as activatedAt'])
    .select('s.canceled_at as canceledAt')
    .orderBy('s.id', 'desc')
})

/** Each account causes mails of these kinds. The others have partial indexes, so that a creation adds to none of them. */
export const FREQUENT_KINDS: readonly MailKind[] = ['administrator_activation', 'administrator_welcome']

export const MAILS = listStatement<
  PageRequest & {
    id?: string | undefined
    queued?: true
    sent?: true
    failed?: true
    kind?: MailKind | undefined
    /** Any kind but those of administrators. */
    rareKind?: MailKind | undefined
    recipient?: string | undefined
    partnerId?: string | undefined
    accountId?: string | undefined
    fromId?: string | undefined
    toId?: string | undefined
  }
>()('operator_mails', ({ cursor, limit, id, kind, rareKind, recipient, partnerId, accountId, fromId, toId }, has) =>
  queries
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'status', 'attempts', 'last_error as lastError'])
    .select(['created_at as createdAt', 'sent_at as sentAt', 'partner_id as partnerId', 'account_id as accountId'])
    .$if(has.cursor, (list) => list.where('id', '<', cursor))
    .$if(has.id, (list) => list.where('id', '=', id))
    .$if(has.queued, (list) => list.where('status', '=', 'queued'))
    .$if(has.sent, (list) => list.where('status', '=', 'sent'))
    .$if(has.failed, (list) => list.where('status', '=', 'failed'))
    .$if(has.kind, (list) => list.where('kind', '=', kind))
    .$if(has.rareKind, (list) => list.where('kind', '=', rareKind).where('kind', 'not in', FREQUENT_KINDS))
    .$if(has.recipient, (list) => list.where(lowerCase('recipient'), '=', recipient))
    .$if(has.partnerId, (list) => list.where('partner_id', '=', partnerId))
    .$if(has.accountId, (list) => list.where('account_id', '=', accountId))
    .$if(has.fromId, (list) => list.where('id', '>=', fromId))
    .$if(has.toId, (list) => list.where('id', '<', toId))
    .orderBy('id', 'desc')
    .limit(limit),
)

/** The conditions with constants are those of the partial indexes, which leave out the many entries of creations. */
export const AUDIT_ENTRIES = listStatement<
  PageRequest & {
    actorKind?: string | undefined
    actorName?: string | undefined
    portalUsers?: true | undefined
    action?: string | undefined
    creations?: true | undefined
    recordId?: string | undefined
    partnerId?: string | undefined
    accountId?: string | undefined
    fromId?: string | undefined
    toId?: string | undefined
  }
>()('operator_audit_entries', (given, has) =>
  queries
    .selectFrom((eb) =>
      eb
        .selectFrom('audit_entries')
        .select(['id', 'at', 'actor_kind', 'actor_name', 'action', 'subject_id', 'partner_id', 'account_id', 'changes'])
        .$if(has.cursor, (list) => list.where('id', '<', given.cursor))
        .$if(has.actorKind, (list) =>
          list.where('actor_kind', '=', given.actorKind).where('actor_kind', '<>', 'portal-user'),
        )
        .$if(has.actorName, (list) => list.where('actor_name', '=', given.actorName))
        .$if(has.portalUsers, (list) => list.where('actor_kind', '=', 'portal-user'))
        .$if(has.action, (list) => list.where('action', '=', given.action).where('action', '<>', 'account.created'))
        .$if(has.creations, (list) => list.where('action', '=', 'account.created'))
        .$if(has.recordId, (list) =>
          list.where(({ and, eb, or }) =>
            or([
              eb('account_id', '=', given.recordId),
              and([eb('subject_id', '=', given.recordId), eb('action', '<>', 'account.created')]),
            ]),
          ),
        )
        .$if(has.partnerId, (list) => list.where('partner_id', '=', given.partnerId))
        .$if(has.accountId, (list) => list.where('account_id', '=', given.accountId))
        .$if(has.fromId, (list) => list.where('id', '>=', given.fromId))
        .$if(has.toId, (list) => list.where('id', '<', given.toId))
        .orderBy('id', 'desc')
        .limit(MAX_RECORDS)
        .as('longest'),
    )
    .selectAll()
    .orderBy('id', 'desc')
    .limit(given.limit),
)
