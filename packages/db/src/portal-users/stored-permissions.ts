import type { Permission } from '@partner-accounts/core'
import type { Permission as StoredPermission } from '../generated/client.ts'

/** Prisma's language has no colon in a name: the same words, written for it. */
export const storedPermissions = {
  'accounts:read': 'accounts_read',
  'accounts:create': 'accounts_create',
} satisfies Record<Permission, StoredPermission>
