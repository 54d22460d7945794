import { sql } from 'kysely'
import { accountsWithParties } from './account-joins.ts'
import { type Given, queries, Statement } from './statement.ts'

interface CandidateValues {
  partnerId: string
  cnpjs: readonly string[]
  cpfs: readonly string[]
  accountIds: readonly string[]
}

/** The partner's accounts whose administrators have one of the e-mails. */
export const WITH_EMAILS = new Statement(
  'account_with_emails',
  ({ partnerId, emails }: Given<{ partnerId: string; emails: readonly string[] }>) =>
    queries
      .selectFrom('administrator_emails')
      .select('account_id')
      .where(sql<boolean>`email_key = ANY(${emails}::text[])`)
      .where('partner_id', '=', partnerId),
)

/** The partner's accounts that have one of the documents, and those with one of the ids. */
export const EXISTING = new Statement(
  'account_existing',
  ({ partnerId, cnpjs, cpfs, accountIds }: Given<CandidateValues>) => {
    const employers = queries.selectFrom('employers').select('number').where('partner_id', '=', partnerId)
    const accounts = queries.selectFrom('accounts').select('number').where('partner_id', '=', partnerId)
    const found = employers
      .where(sql<boolean>`cnpj = ANY(${cnpjs}::text[])`)
      .union(employers.where(sql<boolean>`cpf = ANY(${cpfs}::text[])`))
      .union(accounts.where(sql<boolean>`id = ANY(${accountIds}::text[])`))
    return accountsWithParties
      .innerJoin(found.as('found'), 'found.number', 'a.number')
      .select(['a.id', 'e.name', 'e.cnpj', 'e.cpf', 'd.email'])
      .where('a.partner_id', '=', partnerId)
      .orderBy('a.number', 'desc')
  },
)
