import type { FoundAccount } from '../accounts/account-search.ts'
import type { Administrator } from '../administrators/administrator.ts'
import type { Dependencies } from '../dependencies.ts'
import { normalizeEmail } from '../email.ts'
import { employerValues } from '../employers/employer.ts'
import type { MailRecord } from '../mails/mail.ts'
import type { SubscriptionStatus } from '../subscriptions/subscription.ts'
import type { PartnerRecord, PortalUserRecord } from './operator-queries.ts'

type AccountColumns = 'id' | 'partnerId' | 'createdAt' | 'name' | 'tradeName' | 'cpf' | 'cnpj' | 'subscriptionStatus'

export interface AccountMatch extends Pick<FoundAccount, AccountColumns> {
  administratorEmail: string
}

export interface FoundRecords {
  accounts: AccountMatch[]
  partners: PartnerRecord[]
  portalUsers: PortalUserRecord[]
  mails: MailRecord[]
}

const MAX_OF_EACH_KIND = 10
const ID = /^[0-9a-f]{24}$/i

/**
 * Finds accounts by words of names, tax ID or e-mail, partners and portal users by parts of them, mails by e-mail, all
 * by id.
 */
export async function searchRecords(
  { stores: { accountDirectory, accounts, operatorQueries } }: Pick<Dependencies, 'stores'>,
  { query, accountStatus }: { query: string; accountStatus?: SubscriptionStatus | undefined },
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
    return {
      accounts: account
        ? [
            toMatch({
              ...account,
              ...employerValues(account.employer),
              subscriptionStatus: account.subscription.status,
            }),
          ]
        : [],
      partners: partners.items,
      portalUsers: portalUsers.items,
      mails: mails.items,
    }
  }
  const email = query.includes('@') ? normalizeEmail(query) : undefined
  const [found, partners, portalUsers, mails] = await Promise.all([
    accounts.search(undefined, {
      query,
      order: 'newest',
      page: 1,
      pageSize: MAX_OF_EACH_KIND,
      subscriptionStatuses: accountStatus && [accountStatus],
    }),
    operatorQueries.partners({ name: query }, page),
    operatorQueries.portalUsers({ email: query }, page),
    email && operatorQueries.mails({ recipient: email }, page),
  ])
  return {
    accounts: found.items.map(toMatch),
    partners: partners.items,
    portalUsers: portalUsers.items,
    mails: mails?.items ?? [],
  }
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
