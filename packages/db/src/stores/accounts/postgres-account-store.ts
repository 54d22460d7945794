import type { AccountStore, IdGenerator, SealingKeys } from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import { FIND, PAGE } from '../../sql/account-statements.ts'
import { EXISTING, WITH_EMAILS } from '../../sql/existing-statements.ts'
import { toAccount, toAccountWithCredentials } from './account-row.ts'
import { accountValues } from './account-values.ts'
import type { CouponCheck } from './coupon-check.ts'
import type { CreationQueue } from './creation-queue.ts'
import { insertAccount, insertAccountOnce } from './insert-account.ts'
import { exportAccounts, searchAccounts } from './search-accounts.ts'

/**
 * Stores accounts in PostgreSQL: each operation is one statement written by hand.
 *
 * @param creations queues the creations of each partner
 * @param hasCoupon default: any partner may have a coupon
 */
export const createPostgresAccountStore = (
  run: RunStatement,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
  creations?: CreationQueue,
  hasCoupon: CouponCheck = () => Promise.resolve(true),
): AccountStore => ({
  async create(account, createdBy, creation) {
    const values = accountValues(account, createdBy, newId, sealingKeys)
    const insert = async (startBy?: number) => {
      const options = { redeems: await hasCoupon(account.partnerId), startBy }
      return creation ? insertAccountOnce(run, values, creation, options) : insertAccount(run, values, options)
    }
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
