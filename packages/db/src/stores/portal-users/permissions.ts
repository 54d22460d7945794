import { type Permission, PERMISSIONS } from '@partner-accounts/core'
import type { Permission as StoredPermission } from '../../prisma/generated/client.ts'

/** The permissions by their names in Prisma, which allows no colons. */
const STORED = {
  'accounts:read': 'accounts_read',
  'accounts:create': 'accounts_create',
  'users:manage': 'users_manage',
} satisfies Record<Permission, StoredPermission>

export const toStored = (permissions: readonly Permission[]): StoredPermission[] =>
  permissions.map((permission) => STORED[permission])

/** Leaves out permissions that a later release has added. */
export const fromStored = (stored: readonly string[]): Permission[] =>
  PERMISSIONS.filter((permission) => stored.includes(permission))
