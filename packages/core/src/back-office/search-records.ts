import type { FoundAccount } from '../accounts/account-search.ts'
import type { Administrator } from '../accounts/administrator.ts'
import { employerValues } from '../accounts/employer.ts'
import type { ShownRequest } from '../audit/request-log-store.ts'
import type { SubscriptionStatus } from '../accounts/subscription.ts'
import type { Dependencies, Stores } from '../dependencies.ts'
import { normalizeEmail } from '../identity/email.ts'
import type { MailRecord } from '../mails/mail.ts'
import type { Coupon } from '../partners/coupon.ts'
import type { PartnerRecord, PortalUserRecord } from '../records/record-queries.ts'

type AccountColumns = 'id' | 'partnerId' | 'createdAt' | 'name' | 'tradeName' | 'cpf' | 'cnpj' | 'subscriptionStatus'

export interface AccountMatch extends Pick<FoundAccount, AccountColumns> {
  administratorEmail: string
}

export interface FoundRecords {
  accounts: AccountMatch[]
  partners: PartnerRecord[]
  portalUsers: PortalUserRecord[]
  mails: MailRecord[]
  coupons: Coupon[]
  /** REST requests of partners. */
  requests: ShownRequest[]
}

const MAX_OF_EACH_KIND = 10
const ID = /^[0-9a-f]{24}$/i
/** Part of a coupon's code. */
const COUPON = /^[\w-]{2,64}$/
/** Stricter than the ids that the service accepts: at least eight characters with a digit, so most names do not match. */
const REQUEST_ID = /^(?=.*\d)[\w.-]{8,64}$/

/**
 * Finds records by what an operator may know of them:
 *
 * - accounts: words of names, e-mails or street, a tax ID, or the id
 * - partners: words of the name, or the id
 * - portal users: words of name and e-mail, or the id
 * - mails: the recipient's e-mail, or the id
 * - coupons: part of the code
 * - requests: the request id, which the response contains
 */
export async function searchRecords(
  { stores }: Pick<Dependencies, 'stores'>,
  { query, accountStatus }: { query: string; accountStatus?: SubscriptionStatus | undefined },
): Promise<FoundRecords> {
  const page = { limit: MAX_OF_EACH_KIND }
  const id = ID.test(query) ? query.toLowerCase() : undefined
  const email = query.includes('@') ? normalizeEmail(query) : undefined
  const isMailQuery = id !== undefined || email !== undefined
  const { records, requestLog } = stores
  const [accounts, partners, portalUsers, mails, coupons, requests] = await Promise.all([
    id === undefined ? searchAccounts(stores, query, accountStatus) : findAccount(stores, id, accountStatus),
    records.partners(id === undefined ? { name: query } : { id }, page),
    records.portalUsers(id === undefined ? { email: query } : { id }, page),
    isMailQuery ? records.mails({ id, recipient: email }, page) : undefined,
    id === undefined && COUPON.test(query) ? records.coupons({ code: query }, page) : undefined,
    REQUEST_ID.test(query) ? requestLog.findByRequestId(query, MAX_OF_EACH_KIND) : [],
  ])
  return {
    accounts,
    partners: partners.items,
    portalUsers: portalUsers.items,
    mails: mails ? mails.items : [],
    coupons: coupons ? coupons.items : [],
    requests,
  }
}

async function searchAccounts({ accounts }: Stores, query: string, status: SubscriptionStatus | undefined) {
  const page = { order: 'newest', page: 1, pageSize: MAX_OF_EACH_KIND } as const
  const { items } = await accounts.search(undefined, { query, ...page, subscriptionStatuses: status && [status] })
  return items.map(toMatch)
}

async function findAccount(
  { accountDirectory }: Stores,
  id: string,
  status: SubscriptionStatus | undefined,
): Promise<AccountMatch[]> {
  const account = await accountDirectory.overview(id)
  if (!account) return []
  const { employer, subscription } = account
  if (status !== undefined && subscription.status !== status) return []
  return [toMatch({ ...account, ...employerValues(employer), subscriptionStatus: subscription.status })]
}

type Matched = Omit<AccountMatch, 'administratorEmail'> & { administrator: Pick<Administrator, 'email'> }

const toMatch = ({ administrator: { email: administratorEmail }, ...account }: Matched): AccountMatch => ({
  id: account.id,
  partnerId: account.partnerId,
  createdAt: account.createdAt,
  name: account.name,
  tradeName: account.tradeName,
  cpf: account.cpf,
  cnpj: account.cnpj,
  administratorEmail,
  subscriptionStatus: account.subscriptionStatus,
})
