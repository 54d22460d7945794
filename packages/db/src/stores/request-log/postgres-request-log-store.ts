import type { RequestLogStore } from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import { AFTER_ALL_IDS } from '../id-range.ts'
import { ADD_REQUESTS, PAGE_OF_REQUESTS, TRIM_REQUESTS } from '../../sql/request-log-statements.ts'

const MAX_STATUS = 599

/** Keeps the latest requests of each partner in PostgreSQL. */
export const createPostgresRequestLogStore = (run: RunStatement): RequestLogStore => ({
  async add(requests) {
    const rows = requests.map(({ partnerId, requestId, durationMs, ...request }) => ({
      ...request,
      partner_id: partnerId,
      request_id: requestId,
      duration_ms: durationMs,
    }))
    await run(ADD_REQUESTS, { rows: JSON.stringify(rows) })
  },

  async trim(partnerId) {
    await run(TRIM_REQUESTS, { partnerId })
  },

  page({ partnerId, statusClass, before = AFTER_ALL_IDS }, limit) {
    const [minStatus, maxStatus] = statusClass ? [statusClass * 100, statusClass * 100 + 99] : [0, MAX_STATUS]
    return run(PAGE_OF_REQUESTS, { partnerId, before, minStatus, maxStatus, limit })
  },
})
