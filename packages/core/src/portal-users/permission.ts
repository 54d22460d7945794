/** What a portal user may do: with the partner's accounts, and with its portal users. */
export const PERMISSIONS = ['accounts:read', 'accounts:create', 'users:manage'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The permissions of a new user if none are named. */
export const DEFAULT_PERMISSIONS: readonly Permission[] = ['accounts:read', 'accounts:create']
