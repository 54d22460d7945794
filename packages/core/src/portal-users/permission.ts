/** What a portal user may do with the partner's accounts. */
export const PERMISSIONS = ['accounts:read', 'accounts:create'] as const
export type Permission = (typeof PERMISSIONS)[number]
