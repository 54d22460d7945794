import type { PageRequest, PartnerFilter, PortalUserFilter, SubscriptionFilter } from '@partner-accounts/core'
import { sql } from 'kysely'
import type { MailKind, MailStatus } from './generated/schema.ts'
import { listStatement } from './list-statement.ts'
import { queries } from './statement.ts'

// Lists of all partners' records. A page reads its own records only, in the order of an index: the cursor is the id of
// the last record of the previous page. docs/statement-plans.md shows the plans.

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
      .select(({ cast, ref }) => cast<string[]>(ref('permissions'), sql`text[]`).as('permissions'))
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

/** The account of a page with its employer, administrator and latest subscription. */
const described = (page: ReturnType<typeof accountPage>) =>
  queries
    .selectFrom(page.as('a'))
    .innerJoin('partners as p', 'p.id', 'a.partner_id')
    .innerJoin('employers as e', (join) =>
      join.onRef('e.partner_id', '=', 'a.partner_id').onRef('e.number', '=', 'a.number'),
    )
    .innerJoin('administrators as m', (join) =>
      join.onRef('m.partner_id', '=', 'a.partner_id').onRef('m.account_id', '=', 'a.id'),
    )
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
      (join) => join.onTrue(),
    )
    .select(['a.id', 'a.partner_id as partnerId', 'p.name as partnerName', 'a.created_at as createdAt'])
    .select(['e.name', 'e.cpf', 'e.cnpj', 'm.email as administratorEmail'])
    .select(['s.status as subscriptionStatus', 's.employees as subscriptionEmployees'])

const accountPage = () => queries.selectFrom('accounts').select(['id', 'partner_id', 'number', 'created_at'])

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
  const ordered = has.partnerId && !has.cpf && !has.cnpj && !has.email
  const page = accountPage()
    .$if(has.partnerId, (list) => list.where('partner_id', '=', partnerId))
    .$if(has.cpf, (list) => list.where(sql<boolean>`(partner_id, number) IN ${withDocument('cpf', cpf)}`))
    .$if(has.cnpj, (list) => list.where(sql<boolean>`(partner_id, number) IN ${withDocument('cnpj', cnpj)}`))
    .$if(has.email, (list) =>
      list.where('id', 'in', (eb) =>
        eb.selectFrom('administrator_emails').select('account_id').where('email_key', '=', email),
      ),
    )
    .$if(has.cursor && !ordered, (list) => list.where('id', '<', cursor))
    .$if(has.cursor && ordered, (list) =>
      list.where('number', '<', (eb) =>
        eb.selectFrom('accounts').select('number').where('partner_id', '=', partnerId).where('id', '=', cursor),
      ),
    )
    .orderBy(ordered ? 'number' : 'id', 'desc')
    .limit(limit)
  return described(page as ReturnType<typeof accountPage>).orderBy(ordered ? 'a.number' : 'a.id', 'desc')
})

export const SUBSCRIPTIONS = listStatement<PageRequest & SubscriptionFilter>()(
  'operator_subscriptions',
  ({ cursor, limit, status, partnerId }, has) =>
    queries
      .selectFrom((eb) =>
        eb
          .selectFrom('subscriptions')
          .innerJoin('accounts as a', (join) =>
            join.onRef('a.partner_id', '=', 'subscriptions.partner_id').onRef('a.id', '=', 'subscriptions.account_id'),
          )
          .selectAll('subscriptions')
          .select('a.number')
          .$if(has.status, (list) => list.where('subscriptions.status', '=', status))
          .$if(has.partnerId, (list) => list.where('subscriptions.partner_id', '=', partnerId))
          .$if(has.cursor, (list) => list.where('subscriptions.id', '<', cursor))
          .orderBy('subscriptions.id', 'desc')
          .limit(limit)
          .as('s'),
      )
      .innerJoin('partners as p', 'p.id', 's.partner_id')
      .innerJoin('employers as e', (join) =>
        join.onRef('e.partner_id', '=', 's.partner_id').onRef('e.number', '=', 's.number'),
      )
      .select(['s.id', 's.account_id as accountId', 'e.name as accountName', 'p.id as partnerId'])
      .select(['p.name as partnerName', 's.status', 's.employees', 's.face_ids as faceIds'])
      .select(['s.percent_off as percentOff', 's.created_at as createdAt', 's.activated_at as activatedAt'])
      .select('s.canceled_at as canceledAt')
      .orderBy('s.id', 'desc'),
)

export const MAILS = listStatement<
  PageRequest & {
    id?: string | undefined
    status?: MailStatus | undefined
    kind?: MailKind | undefined
    recipient?: string | undefined
    partnerId?: string | undefined
    accountId?: string | undefined
    fromId?: string | undefined
    toId?: string | undefined
  }
>()('operator_mails', ({ cursor, limit, id, status, kind, recipient, partnerId, accountId, fromId, toId }, has) =>
  queries
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'status', 'attempts', 'last_error as lastError'])
    .select(['created_at as createdAt', 'sent_at as sentAt', 'partner_id as partnerId', 'account_id as accountId'])
    .$if(has.cursor, (list) => list.where('id', '<', cursor))
    .$if(has.id, (list) => list.where('id', '=', id))
    .$if(has.status, (list) => list.where('status', '=', status))
    .$if(has.kind, (list) => list.where('kind', '=', kind))
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
    portalUserId?: string | undefined
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
    .selectFrom('audit_entries')
    .select(['id', 'at', 'actor_kind', 'actor_name', 'action', 'subject_id', 'partner_id', 'account_id', 'changes'])
    .$if(has.cursor, (list) => list.where('id', '<', given.cursor))
    .$if(has.actorKind, (list) =>
      list.where('actor_kind', '=', given.actorKind).where('actor_kind', '<>', 'portal-user'),
    )
    .$if(has.actorName, (list) => list.where('actor_name', '=', given.actorName))
    // A portal user acts for its partner only, whose entries have an index.
    .$if(has.portalUserId, (list) =>
      list
        .where('actor_kind', '=', 'portal-user')
        .where('actor_name', '=', given.portalUserId)
        .where('partner_id', '=', (eb) =>
          eb.selectFrom('portal_users').select('partner_id').where('id', '=', given.portalUserId),
        ),
    )
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
    .limit(given.limit),
)
