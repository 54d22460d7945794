import type { RejectionStore } from '@partner-accounts/core'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'

// Prisma could add to only one row at a time. The order is fixed, so that instances do not deadlock.
const ADD_REJECTIONS = statement({
  name: 'rejections_add',
  parameters: { partnerIds: 'text[]', minutes: 'timestamptz[]', requests: 'int4[]' },
  columns: {},
  text: `
    INSERT INTO rate_limit_rejections (partner_id, minute, requests)
    SELECT added.partner_id, added.minute, added.requests
    FROM unnest(:partnerIds::text[], :minutes::timestamptz[], :requests::int[]) AS added (partner_id, minute, requests)
    ORDER BY added.partner_id, added.minute
    ON CONFLICT (partner_id, minute) DO UPDATE SET requests = rate_limit_rejections.requests + excluded.requests
  `,
})

export const createRejectionStore = (run: RunStatement): RejectionStore => ({
  async add(rejected) {
    await run(ADD_REJECTIONS, {
      partnerIds: rejected.map(({ partnerId }) => partnerId),
      minutes: rejected.map(({ minute }) => minute),
      requests: rejected.map(({ requests }) => requests),
    })
  },
})
