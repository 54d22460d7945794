import type { AccountStore, IdGenerator, SealingKeys } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'
import type { RunStatement } from '../sql/run.ts'
import { FIND, PAGE, toAccount, toAccountWithCredentials } from './page.ts'
import { accountValues } from './values.ts'
import type { CouponCheck } from './coupon-check.ts'
import { findExisting } from './find-existing.ts'
import { insertAccount } from './insert-account.ts'
import { exportAccounts, searchAccounts } from './search.ts'
import type { PartnerQueues } from './partner-queues.ts'

/**
 * @param queues limit what one partner does at a time; `undefined` inside a transaction
 * @param hasCoupon returns whether a creation must try to redeem a coupon. Default: always true
 */
export const createAccountStore = (
  client: Client,
  run: RunStatement,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
  queues?: PartnerQueues,
  hasCoupon: CouponCheck = () => Promise.resolve(true),
): AccountStore => ({
  create: (account, creatorId, creation) =>
    insertAccount(run, accountValues(account, creatorId, newId, sealingKeys), {
      creation,
      hasCoupon,
      queue: queues?.creations,
    }),

  async page(partnerId, page, pageSize) {
    const [row] = await run(PAGE, { partnerId, page, pageSize })
    return row ? { items: row.accounts.map(toAccount), total: row.total } : { items: [], total: 0 }
  },

  async find(partnerId, { kind, value }) {
    const [row] = await run(FIND[kind], { partnerId, value })
    return row && toAccountWithCredentials(row)
  },

  search(partnerId, criteria) {
    const search = () => searchAccounts(run, partnerId, criteria)
    // Only operators search the accounts of all partners.
    return queues && partnerId !== undefined ? queues.searches.run(partnerId, search) : search()
  },

  export: (partnerId, filters, after) => exportAccounts(run, partnerId, filters, after),

  findExisting: (partnerId, candidates) => findExisting(client, run, partnerId, candidates),
})
