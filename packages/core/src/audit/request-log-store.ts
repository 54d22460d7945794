/** A logged request. Has the route in place of the path, because a path may contain a tax ID. */
export interface LoggedRequest {
  /** Sorts by time. */
  id: string
  partnerId: string
  userId: string
  at: Date
  method: string
  /** Such as `/partner-accounts/{account_id}`; `null` for an unknown path. */
  route: string | null
  status: number
  code: number | null
  /** Names of the fields that a 422 reports, never their values. */
  fields: readonly string[]
  requestId: string
  durationMs: number
}

export interface ShownRequest extends LoggedRequest {
  user: { id: string; name: string; email: string } | null
}

/** The first digit of a status. */
export type StatusClass = 2 | 4 | 5

export interface RequestLogFilter {
  partnerId: string
  statusClass?: StatusClass | undefined
  userId?: string | undefined
  /** Id of the previous page's last request. */
  before?: string | undefined
}

/** Keeps the latest `LIMITS.requestLog.kept` requests of each partner. */
export interface RequestLogStore {
  add(requests: readonly LoggedRequest[]): Promise<void>

  trim(partnerId: string): Promise<void>

  /** Returns requests of all partners, newest first. Callers may choose request ids, so they are not unique. */
  findByRequestId(requestId: string, limit: number): Promise<ShownRequest[]>

  /** Newest first. */
  page(filter: RequestLogFilter, limit: number): Promise<ShownRequest[]>
}

declare module '../dependencies.ts' {
  interface Stores {
    requestLog: RequestLogStore
  }
}
