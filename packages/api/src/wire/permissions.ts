import { type Permission, PERMISSIONS } from '@partner-accounts/core'
import * as z from 'zod'
import { choice, wrongType } from './fields.ts'

/**
 * Accepts a list of permissions.
 *
 * @param permitted the permissions that it may contain, by default all
 */
export const permissionList = (permitted: readonly Permission[] = PERMISSIONS) =>
  z.array(choice(permitted, 'permission'), { error: wrongType('not_list') })
