import type { FoundAccount } from '../accounts/account-search.ts'
import type { Dependencies } from '../dependencies.ts'
import { normalizeEmail } from '../email.ts'
import type { MailRecord, PartnerRecord, PortalUserRecord } from './operator-queries.ts'

/** The records that a search finds, the best or newest few of each kind. */
export interface FoundRecords {
  accounts: FoundAccount[]
  partners: PartnerRecord[]
  portalUsers: PortalUserRecord[]
  mails: MailRecord[]
}

const MAX_OF_EACH_KIND = 10
const ID = /^[0-9a-f]{24}$/i

/** Finds records of all partners: accounts by words of names, document or e-mail, others by name or e-mail, all by id. */
export async function searchRecords(
  { stores: { accountDirectory, accounts, operatorQueries } }: Pick<Dependencies, 'stores'>,
  { query }: { query: string },
): Promise<FoundRecords> {
  const page = { limit: MAX_OF_EACH_KIND }
  if (ID.test(query)) {
    const id = query.toLowerCase()
    const [account, partners, portalUsers, mails] = await Promise.all([
      accountDirectory.overview(id),
      operatorQueries.partners({ id }, page),
      operatorQueries.portalUsers({ id }, page),
      operatorQueries.mails({ id }, page),
    ])
    const ofAccount = account && (await accounts.search(account.partnerId, criteria(account.administrator.email)))
    return {
      accounts: ofAccount?.items.filter((found) => found.id === id) ?? [],
      ...{ partners: partners.items, portalUsers: portalUsers.items, mails: mails.items },
    }
  }
  const email = query.includes('@') ? normalizeEmail(query) : undefined
  const [found, partners, portalUsers, mails] = await Promise.all([
    accounts.search(undefined, criteria(query)),
    operatorQueries.partners({ name: query }, page),
    email && operatorQueries.portalUsers({ email }, page),
    email && operatorQueries.mails({ recipient: email }, page),
  ])
  return {
    ...{ accounts: found.items, partners: partners.items },
    ...{ portalUsers: portalUsers?.items ?? [], mails: mails?.items ?? [] },
  }
}

const criteria = (query: string) => ({ query, order: 'newest', page: 1, pageSize: MAX_OF_EACH_KIND }) as const
