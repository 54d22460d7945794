import type {
  ActorFilter,
  AuditSearch,
  MailFilter,
  PageRequest,
  PartnerFilter,
  PortalUserFilter,
} from '@partner-accounts/core'
import { LIMITS, searchWords } from '@partner-accounts/core'
import { sql } from 'kysely'
import { type FilterParameters, filteredStatement, inUse } from './filtered-statement.ts'
import { mails } from './mail-statements.ts'
import { queries } from './statement.ts'

// Lists of all partners' records. A page reads its own records only, in the order of an index: the cursor is the id of
// the last record of the previous page. `pnpm bench growth` writes the plans.

/**
 * One more than the longest page has. A generic plan does not know the limit of a page: it would prepare for a tenth of all
 * records, and sort them. Lists of large tables are therefore cut twice, first to this constant.
 */
export const MAX_RECORDS = 201

/** As the indexes on e-mails have it. */
const lowerCase = (column: string) => sql<string>`lower(${sql.ref(column)} COLLATE "C")`

/** The words of a search, as patterns. */
type Words = Partial<Record<`word${number}`, string>>

/**
 * Requires all words, in the form in which the indexes have them. A search is limited before it is sorted: otherwise the
 * planner may read all records in the order of their ids until it has a page.
 */
const hasWords = (words: FilterParameters<Words>) =>
  Object.values(words).map((pattern) => sql<boolean>`' ' || terms LIKE ${pattern!}`)

/** Shorter words have no trigrams: they must begin a word. */
const MIN_PART_LENGTH = 3

/** Returns the words of a query as parameters. A query without words finds nothing. */
export function wordsOf(query: string | undefined): Words {
  if (query === undefined) return {}
  const patterns = searchWords(query).map((word) => (word.length < MIN_PART_LENGTH ? `% ${word}%` : `%${word}%`))
  return Object.fromEntries(
    (patterns.length === 0 ? [''] : patterns).map((pattern, index) => [`word${index}`, pattern]),
  )
}

export const PARTNERS = filteredStatement<PageRequest & Omit<PartnerFilter, 'name'> & Words>()(
  'operator_partners',
  ({ cursor, limit, id, status, ...words }) =>
    queries
      .selectFrom((eb) =>
        eb
          .selectFrom('partners')
          .selectAll()
          .where((eb) =>
            inUse(
              cursor && eb('id', '>', cursor),
              id && eb('id', '=', id),
              status && eb('status', '=', status),
              ...hasWords(words),
            ),
          )
          .$if(hasWords(words).length > 0, (found) => found.limit(LIMITS.search.window))
          .as('p'),
      )
      .leftJoin('coupons as c', 'c.id', 'p.coupon_id')
      .select(['p.id', 'p.name', 'p.status', 'c.code as coupon', 'p.account_count as accounts'])
      .select('p.created_at as createdAt')
      .orderBy('p.id')
      .limit(limit),
)

export const COUPONS = filteredStatement<PageRequest>()('operator_coupons', ({ cursor, limit }) =>
  queries
    .selectFrom('coupons')
    .select(['id', 'code', 'redemptions', 'percent_off as percentOff', 'max_redemptions as maxRedemptions'])
    .select(['expires_at as expiresAt', 'created_at as createdAt'])
    .where((eb) => inUse(cursor && eb('id', '>', cursor)))
    .orderBy('id')
    .limit(limit),
)

export const PORTAL_USERS = filteredStatement<PageRequest & Omit<PortalUserFilter, 'email'> & Words>()(
  'operator_portal_users',
  ({ cursor, limit, id, partnerId, status, ...words }) =>
    queries
      .selectFrom((eb) =>
        eb
          .selectFrom('portal_users')
          .selectAll()
          .where((eb) =>
            inUse(
              cursor && eb('id', '<', cursor),
              id && eb('id', '=', id),
              partnerId && eb('partner_id', '=', partnerId),
              status && eb('status', '=', status),
              ...hasWords(words),
            ),
          )
          .$if(hasWords(words).length > 0, (found) => found.limit(LIMITS.search.window))
          .as('found'),
      )
      .select(['id', 'kind', 'partner_id as partnerId', 'email', 'name', 'status', 'created_at as createdAt'])
      .select(['permissions', 'activation_expires_at as linkExpiresAt'])
      .orderBy('id', 'desc')
      .limit(limit),
)

/** The records that were created in a range of time: their ids begin with it. */
interface IdRange {
  fromId?: string | undefined
  toId?: string | undefined
}

/** Each account causes mails of two kinds. The others have partial indexes, so that a creation adds to none of them. */
export const MAILS = filteredStatement<PageRequest & Omit<MailFilter, 'from' | 'to'> & IdRange>()(
  'operator_mails',
  ({ cursor, limit, id, status, kind, recipient, partnerId, accountId, fromId, toId }) =>
    mails
      .where((eb) =>
        inUse(
          cursor && eb('id', '<', cursor),
          id && eb('id', '=', id),
          status && eb('status', '=', status),
          kind && eb('kind', '=', kind),
          recipient && eb(lowerCase('recipient'), '=', recipient),
          partnerId && eb('partner_id', '=', partnerId),
          accountId && eb('account_id', '=', accountId),
          fromId && eb('id', '>=', fromId),
          toId && eb('id', '<', toId),
        ),
      )
      .orderBy('id', 'desc')
      .limit(limit),
  ['status', 'kind'],
)

/** The conditions with constants are those of the partial indexes, which leave out the many entries of creations. */
export const AUDIT_ENTRIES = filteredStatement<
  PageRequest &
    Omit<AuditSearch, 'actor' | 'from' | 'to'> &
    IdRange & {
      actorKind?: ActorFilter['kind'] | undefined
      actorName?: string | undefined
      creations?: true
    }
>()(
  'operator_audit_entries',
  (given) =>
    queries
      .selectFrom((eb) =>
        eb
          .selectFrom('audit_entries')
          .select([
            'id',
            'at',
            'actor_kind',
            'actor_name',
            'actor_via',
            'action',
            'subject_id',
            'partner_id',
            'account_id',
          ])
          .select('changes')
          .where((eb) => {
            const { actorKind, actorName, action, recordId, partnerId, accountId } = given
            const isNoCreation = eb('action', '<>', 'account.created')
            return inUse(
              given.cursor && eb('id', '<', given.cursor),
              actorKind && eb('actor_kind', '=', actorKind),
              actorName && eb('actor_name', '=', actorName),
              action && eb.and([eb('action', '=', action), isNoCreation]),
              given.creations && eb('action', '=', 'account.created'),
              recordId &&
                eb.or([eb('account_id', '=', recordId), eb.and([eb('subject_id', '=', recordId), isNoCreation])]),
              partnerId && eb('partner_id', '=', partnerId),
              accountId && eb('account_id', '=', accountId),
              given.fromId && eb('id', '>=', given.fromId),
              given.toId && eb('id', '<', given.toId),
            )
          })
          .orderBy('id', 'desc')
          .limit(MAX_RECORDS)
          .as('longest'),
      )
      .selectAll()
      .orderBy('id', 'desc')
      .limit(given.limit),
  ['actorKind'],
)
