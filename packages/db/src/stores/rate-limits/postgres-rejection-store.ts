import type { RejectionStore } from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import { ADD_REJECTIONS } from '../../sql/rejection-statements.ts'

/** Stores the rejections of the rate limit in PostgreSQL. */
export const createPostgresRejectionStore = (run: RunStatement): RejectionStore => ({
  async add(rejected) {
    await run(ADD_REJECTIONS, {
      partnerIds: rejected.map(({ partnerId }) => partnerId),
      minutes: rejected.map(({ minute }) => minute),
      requests: rejected.map(({ requests }) => requests),
    })
  },
})
