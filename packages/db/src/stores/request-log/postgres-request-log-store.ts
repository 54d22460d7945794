import type { LoggedRequest, RequestLogFilter, RequestLogStore } from '@partner-accounts/core'
import type { Statements } from '../../driver/statements.ts'
import { ADD_REQUESTS, PAGE_OF_REQUESTS, TRIM_REQUESTS } from '../../sql/request-log-statements.ts'

/** Ids are hexadecimal. */
const AFTER_ALL_IDS = 'g'
const MAX_STATUS = 599

/** Keeps the latest requests of each partner in PostgreSQL. */
export class PostgresRequestLogStore implements RequestLogStore {
  readonly #statements: Statements

  constructor(statements: Statements) {
    this.#statements = statements
  }

  async add(requests: readonly LoggedRequest[]): Promise<void> {
    const rows = requests.map(({ partnerId, requestId, durationMs, ...request }) => ({
      ...request,
      ...{ partner_id: partnerId, request_id: requestId, duration_ms: durationMs },
    }))
    await this.#statements.run(ADD_REQUESTS, { rows: JSON.stringify(rows) })
  }

  async trim(partnerId: string): Promise<void> {
    await this.#statements.run(TRIM_REQUESTS, { partnerId })
  }

  async page(
    { partnerId, statusClass, before = AFTER_ALL_IDS }: RequestLogFilter,
    limit: number,
  ): Promise<LoggedRequest[]> {
    const [minStatus, maxStatus] = statusClass ? [statusClass * 100, statusClass * 100 + 99] : [0, MAX_STATUS]
    const rows = await this.#statements.run(PAGE_OF_REQUESTS, { partnerId, before, minStatus, maxStatus, limit })
    return rows.map(({ partner_id: partnerId, request_id: requestId, duration_ms: durationMs, ...row }) => ({
      ...row,
      ...{ partnerId, requestId, durationMs },
    }))
  }
}
