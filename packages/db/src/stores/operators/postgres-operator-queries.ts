import {
  type AccountFilter,
  type AccountRecord,
  type AuditSearch,
  type CouponRecord,
  firstIdAt,
  type LimitedPartner,
  type MailFilter,
  type MailKind,
  type MailRecord,
  type OperatorQueries,
  type OperatorSession,
  type PageRequest,
  type PartnerFilter,
  type PartnerRecord,
  PERMISSIONS,
  type PortalUserFilter,
  type PortalUserRecord,
  type RecordedAuditEntry,
  type RecordPage,
  type RejectionsOfMinute,
  type SubscriptionFilter,
  type SubscriptionRecord,
  type Waiting,
} from '@partner-accounts/core'
import type { Statements } from '../../driver/statements.ts'
import type { ListStatement } from '../../sql/list-statement.ts'
import {
  ACCOUNTS,
  AUDIT_ENTRIES,
  COUPONS,
  FREQUENT_KINDS,
  MAILS,
  PARTNERS,
  PORTAL_USERS,
  SUBSCRIPTIONS,
} from '../../sql/operator-statements.ts'
import { WAITING } from '../../sql/figure-statements.ts'
import { OPERATOR_SESSIONS } from '../../sql/operator-session-statements.ts'
import { LIMITED_PARTNERS, REJECTIONS_OF_PARTNER } from '../../sql/rejection-statements.ts'
import { toEntry } from '../audit/audit-row.ts'
import { partnerOf } from '../no-partner.ts'
import { fromStoredKind, toStoredKind } from '../mails/mail-content.ts'
import { countCreatedAccounts } from './count-created-accounts.ts'

/** Lists all partners' records in PostgreSQL. */
export class PostgresOperatorQueries implements OperatorQueries {
  readonly #statements: Statements

  constructor(statements: Statements) {
    this.#statements = statements
  }

  partners(filter: PartnerFilter, page: PageRequest): Promise<RecordPage<PartnerRecord>> {
    return this.#list(PARTNERS, filter, page, (row) => row)
  }

  coupons(page: PageRequest): Promise<RecordPage<CouponRecord>> {
    return this.#list(COUPONS, {}, page, (row) => row)
  }

  portalUsers(filter: PortalUserFilter, page: PageRequest): Promise<RecordPage<PortalUserRecord>> {
    return this.#list(PORTAL_USERS, filter, page, (row) => ({
      ...row,
      permissions: PERMISSIONS.filter((permission) => row.permissions.includes(permission)),
    }))
  }

  accounts({ document, ...filter }: AccountFilter, page: PageRequest): Promise<RecordPage<AccountRecord>> {
    const parameters = { ...filter, ...(document && { [document.kind]: document.value }) }
    return this.#list(ACCOUNTS, parameters, page, (row) => row)
  }

  subscriptions({ status, partnerId }: SubscriptionFilter, page: PageRequest): Promise<RecordPage<SubscriptionRecord>> {
    const parameters = { partnerId, ...(status && { [status]: true }) }
    return this.#list(SUBSCRIPTIONS, parameters, page, (row) => row)
  }

  mails({ kind, status, from, to, ...filter }: MailFilter, page: PageRequest): Promise<RecordPage<MailRecord>> {
    const parameters = { ...filter, ...byKind(kind), ...(status && { [status]: true }), ...idRange(from, to) }
    return this.#list(MAILS, parameters, page, ({ partnerId, ...row }) => ({
      ...{ ...row, kind: fromStoredKind(row.kind), partnerId: partnerOf(partnerId) },
    }))
  }

  auditEntries(search: AuditSearch, page: PageRequest): Promise<RecordPage<RecordedAuditEntry>> {
    const { actor, action, recordId, partnerId, accountId, from, to } = search
    const isPortalUser = actor?.kind === 'portal-user' && actor.name !== undefined
    const parameters = {
      ...(isPortalUser ? { portalUserId: actor.name } : { actorKind: actor?.kind, actorName: actor?.name }),
      ...(action === 'account.created' ? { creations: true as const } : { action }),
      ...{ recordId, partnerId, accountId },
      ...idRange(from, to),
    }
    return this.#list(AUDIT_ENTRIES, parameters, page, toEntry)
  }

  limitedPartners(filter: { since: Date }, page: PageRequest): Promise<RecordPage<LimitedPartner>> {
    return this.#list(LIMITED_PARTNERS, filter, page, (row) => row)
  }

  sessions(page: PageRequest): Promise<RecordPage<OperatorSession>> {
    return this.#list(OPERATOR_SESSIONS, {}, page, (row) => row)
  }

  rejections(partnerId: string, since: Date): Promise<RejectionsOfMinute[]> {
    return this.#statements.run(REJECTIONS_OF_PARTNER, { partnerId, since })
  }

  async waiting(limits: { limitedSince: Date; countTo: number }): Promise<Waiting> {
    const [row] = await this.#statements.run(WAITING, limits)
    if (!row) throw new Error('a SELECT without FROM returned no row')
    return row
  }

  accountsCreated(spans: readonly { start: Date; end: Date }[]): Promise<number[]> {
    return countCreatedAccounts(this.#statements, spans)
  }

  /** Reads one record more than the page has, to know whether another page follows. */
  async #list<Filter extends object, Row extends { id: string }, T>(
    list: ListStatement<PageRequest & Filter, Row>,
    filter: Filter,
    { cursor, limit }: PageRequest,
    toRecord: (row: Row) => T,
  ): Promise<RecordPage<T>> {
    const parameters = { ...filter, cursor, limit: limit + 1 }
    const rows = await this.#statements.run(list.of(parameters), parameters)
    const items = rows.slice(0, limit)
    return { items: items.map(toRecord), nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
  }
}

/** Returns the ids of the records that were created from one time to another. Ids begin with the time. */
const idRange = (from: Date | undefined, to: Date | undefined) => ({
  fromId: from && firstIdAt(from),
  toId: to && firstIdAt(new Date(to.getTime() + 1)),
})

/** Returns the parameter that selects the index of a kind of mail. */
function byKind(kind: MailKind | undefined) {
  if (kind === undefined) return {}
  const stored = toStoredKind(kind)
  return FREQUENT_KINDS.includes(stored) ? { kind: stored } : { rareKind: stored }
}
