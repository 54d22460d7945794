import {
  AUDIT_ACTIONS,
  type AuditSearch,
  firstIdAt,
  type OperatorQueries,
  type PageRequest,
  type RecordPage,
  toRecordPage,
} from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import { NOW } from '../../sql/clock.ts'
import { ACTIVITY } from '../../sql/activity-statements.ts'
import type { FilteredStatement } from '../../sql/filtered-statement.ts'
import { ACCOUNTS, SUBSCRIPTIONS } from '../../sql/operator-account-statements.ts'
import { AUDIT_ENTRIES, COUPONS, MAILS, PARTNERS, PORTAL_USERS, wordsOf } from '../../sql/operator-statements.ts'
import { WAITING } from '../../sql/figure-statements.ts'
import { OPERATOR_SESSIONS } from '../../sql/operator-session-statements.ts'
import { FIND } from '../../sql/portal-user-statements.ts'
import { LIMITED_PARTNERS, REJECTIONS_OF_PARTNER } from '../../sql/rejection-statements.ts'
import { idRange } from '../id-range.ts'
import { toEntry } from '../audit/audit-row.ts'
import { partnerOf } from '../no-partner.ts'
import { countCreatedAccounts } from './count-created-accounts.ts'

/** Lists all partners' records in PostgreSQL. */
export function createPostgresOperatorQueries(run: RunStatement): OperatorQueries {
  /** Reads one record more than the page has, to know whether another page follows. */
  async function list<Filter extends object, Row extends { id: string }, T>(
    statement: FilteredStatement<PageRequest & Filter, Row>,
    filter: Filter,
    { cursor, limit }: PageRequest,
    toRecord: (row: Row) => T,
  ): Promise<RecordPage<T>> {
    return toPage(await run(...statement.of({ ...filter, cursor, limit: limit + 1 })), limit, toRecord)
  }

  /** Reads the latest entries of each action, which are adjacent in an index. A user acts for one partner only. */
  async function entriesOfPortalUser(
    actorId: string,
    { action, partnerId, from, to }: AuditSearch,
    { cursor, limit }: PageRequest,
  ) {
    const [user] = await run(...FIND.of({ id: actorId }))
    if (!user || (partnerId ?? user.partnerId) !== user.partnerId) return toPage([], limit, toEntry)
    const actions = action === undefined ? AUDIT_ACTIONS : [action]
    const ids = idRange(from, to && after(to), cursor)
    const sought = { partnerId: user.partnerId, actorId, actions, ...ids, limit: limit + 1 }
    return toPage(await run(...ACTIVITY.of(sought)), limit, toEntry)
  }

  return {
    partners: ({ name, ...filter }, page) => list(PARTNERS, Object.assign(filter, wordsOf(name)), page, asIs),

    coupons: (page) => list(COUPONS, {}, page, asIs),

    portalUsers: ({ email, ...filter }, page) => list(PORTAL_USERS, Object.assign(filter, wordsOf(email)), page, asIs),

    accounts({ document, ...filter }, page) {
      return list(ACCOUNTS, { ...filter, ...(document && { [document.kind]: document.value }) }, page, asIs)
    },

    subscriptions: (filter, page) => list(SUBSCRIPTIONS, filter, page, asIs),

    mails({ from, to, ...filter }, page) {
      const parameters = { ...filter, ...idFilters(from, to) }
      return list(MAILS, parameters, page, ({ partnerId, ...row }) => ({
        ...row,
        partnerId: partnerOf(partnerId),
      }))
    },

    auditEntries(search, page) {
      const { actor, action, from, to, ...filter } = search
      const isOfRecord = filter.recordId !== undefined || filter.accountId !== undefined
      if (actor?.kind === 'portal-user' && actor.name !== undefined && !isOfRecord) {
        return entriesOfPortalUser(actor.name, search, page)
      }
      const parameters = {
        ...filter,
        actorKind: actor?.kind,
        actorName: actor?.name,
        ...(action === 'account.created' ? { creations: true as const } : { action }),
        ...idFilters(from, to),
      }
      return list(AUDIT_ENTRIES, parameters, page, toEntry)
    },

    limitedPartners: (filter, page) => list(LIMITED_PARTNERS, filter, page, asIs),

    sessions: (page) => list(OPERATOR_SESSIONS, {}, page, asIs),

    rejections: (partnerId, since) => run(REJECTIONS_OF_PARTNER, { partnerId, since }),

    async waiting(limits) {
      const [row] = await run(WAITING, limits)
      return row!
    },

    async now() {
      const [row] = await run(NOW, {})
      return row!.now
    },

    accountsCreated: (spans) => countCreatedAccounts(run, spans),
  }
}

/** Returns a page of rows, of which one more was read than the page has. */
function toPage<Row extends { id: string }, T>(
  rows: readonly Row[],
  limit: number,
  toRecord: (row: Row) => T,
): RecordPage<T> {
  const { items, nextCursor } = toRecordPage(rows, limit)
  return { items: items.map(toRecord), nextCursor }
}

const asIs = <Row>(row: Row): Row => row

const after = (time: Date) => new Date(time.getTime() + 1)

/** Returns the range of ids as filters of a list. Both times are inclusive. */
const idFilters = (from: Date | undefined, to: Date | undefined) => ({
  fromId: from && firstIdAt(from),
  toId: to && firstIdAt(after(to)),
})
