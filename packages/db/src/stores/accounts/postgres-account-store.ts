import type { AccountStore, IdGenerator, SealingKeys } from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import { FIND, PAGE } from '../../sql/account-statements.ts'
import { EXISTING, WITH_EMAILS } from '../../sql/search-statements.ts'
import { toAccount, toAccountWithCredentials } from './account-row.ts'
import { accountValues } from './account-values.ts'
import type { CreationQueue } from './creation-queue.ts'
import { insertAccount, insertAccountOnce } from './insert-account.ts'
import { exportAccounts, searchAccounts } from './search-accounts.ts'

/**
 * Stores accounts in PostgreSQL: each operation is one statement written by hand.
 *
 * @param creations queues the creations of each partner
 */
export const createPostgresAccountStore = (
  run: RunStatement,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
  creations?: CreationQueue,
): AccountStore => ({
  async create(account, createdBy, creation) {
    const values = accountValues(account, createdBy, newId, sealingKeys)
    const insert = (startBy?: number) =>
      creation ? insertAccountOnce(run, values, creation, startBy) : insertAccount(run, values, startBy)
    return creations ? creations.run(account.partnerId, creation, insert) : insert()
  },

  async page(partnerId, page, pageSize) {
    const [row] = await run(PAGE, { partnerId, page, pageSize })
    return row ? { items: row.accounts.map(toAccount), total: row.total } : { items: [], total: 0 }
  },

  async find(partnerId, { kind, value }) {
    const [row] = await run(FIND[kind], { partnerId, value })
    return row && toAccountWithCredentials(row)
  },

  search: (partnerId, criteria) => searchAccounts(run, partnerId, criteria),

  export: (partnerId, filters, after) => exportAccounts(run, partnerId, filters, after),

  async findExisting(partnerId, { cnpjs, cpfs, emails }) {
    const withEmails = emails.length === 0 ? [] : await run(WITH_EMAILS, { partnerId, emails })
    const accountIds = withEmails.map((row) => row.account_id)
    const rows = await run(EXISTING, { partnerId, cnpjs, cpfs, accountIds })
    return rows.map(({ email, ...account }) => ({ ...account, administratorEmail: email }))
  },
})
