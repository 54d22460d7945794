/** A request of a partner to the REST interface. Contains the route and not the path, which may contain a document. */
export interface LoggedRequest {
  /** Sorts by time. */
  id: string
  partnerId: string
  at: Date
  method: string
  /** The path of the operation, such as `/partner-accounts/{account_id}`; `null` for an unknown path. */
  route: string | null
  status: number
  /** The `_code` of an error. */
  code: number | null
  requestId: string
  durationMs: number
}

/** The first digit of a status. */
export type StatusClass = 2 | 4 | 5

export interface RequestLogFilter {
  partnerId: string
  statusClass?: StatusClass | undefined
  /** The id of the last request of the previous page. */
  before?: string | undefined
}

/** Keeps the latest requests of each partner, see `LIMITS.requestLog`. */
export interface RequestLogStore {
  add(requests: readonly LoggedRequest[]): Promise<void>

  /** Deletes all but the latest requests of a partner. */
  trim(partnerId: string): Promise<void>

  /** Returns at most `limit` of the latest requests of a partner, the most recent first. */
  page(filter: RequestLogFilter, limit: number): Promise<LoggedRequest[]>
}
