export const PERMISSIONS = ['accounts:read', 'accounts:create', 'users:manage', 'webhooks:manage'] as const

export type Permission = (typeof PERMISSIONS)[number]

export const DEFAULT_PERMISSIONS: readonly Permission[] = ['accounts:read', 'accounts:create']
