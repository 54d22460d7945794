import { type Permission, PERMISSIONS } from '@partner-accounts/core'
import * as z from 'zod'
import { choice, wrongType } from './fields.ts'

export const permissionList = (permitted: readonly Permission[] = PERMISSIONS) =>
  z.array(choice(permitted, 'permission'), { error: wrongType('not_list') })
