import type { PortalUser } from '../portal-users/portal-user.ts'

/** The route, because paths may contain a tax ID. */
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
  /** Of a 422, never their values. */
  fields: readonly string[]
  requestId: string
  durationMs: number
}

export interface ShownRequest extends LoggedRequest {
  user: Pick<PortalUser, 'id' | 'name' | 'email'> | null
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

/** Keeps each partner's latest, see `LIMITS.requestLog`. */
export interface RequestLogStore {
  add(requests: readonly LoggedRequest[]): Promise<void>

  trim(partnerId: string): Promise<void>

  /** Newest first. */
  page(filter: RequestLogFilter, limit: number): Promise<ShownRequest[]>
}
