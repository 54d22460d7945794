import * as z from 'zod'
import {
  addIntegration,
  disableMember,
  enableMember,
  inviteColleague,
  inviteColleagueAgain,
  LIMITS,
  PERMISSIONS,
  resetMemberSecondFactor,
  rotateIntegrationPassword,
  setMemberPermissions,
  setSecondFactorRequired,
  toRecordPage,
} from '@partner-accounts/core'
import { partnerProcedure, resolveAsManager, router } from '../trpc.ts'
import { byId, displayName, email, optional, permissionList, recordId } from '../wire/fields.ts'
import { activity } from './activity.ts'

const PAGE_SIZE = LIMITS.page.maxSize

const managerProcedure = partnerProcedure('users:manage')
/** Integrations cannot manage users. */
const accountPermissions = permissionList(PERMISSIONS.filter((permission) => permission !== 'users:manage'))

export const team = router({
  list: managerProcedure
    .input(z.object({ cursor: optional(recordId()) }).prefault({}))
    .query(async ({ ctx: { services, partnerId }, input: { cursor: after } }) => {
      const found = await services.stores.portalUsers.list(partnerId, { limit: PAGE_SIZE + 1, after })
      return toRecordPage(found, PAGE_SIZE)
    }),
  invite: managerProcedure
    .input(z.object({ email: email(), name: displayName(), permissions: permissionList() }))
    .mutation(resolveAsManager(inviteColleague)),
  inviteAgain: managerProcedure.input(byId).mutation(resolveAsManager(inviteColleagueAgain)),
  disable: managerProcedure.input(byId).mutation(resolveAsManager(disableMember)),
  enable: managerProcedure.input(byId).mutation(resolveAsManager(enableMember)),
  setPermissions: managerProcedure
    .input(byId.extend({ permissions: permissionList() }))
    .mutation(resolveAsManager(setMemberPermissions)),
  resetSecondFactor: managerProcedure.input(byId).mutation(resolveAsManager(resetMemberSecondFactor)),
  setSecondFactorRequired: managerProcedure
    .input(z.object({ isRequired: z.boolean() }))
    .mutation(resolveAsManager(setSecondFactorRequired)),
  addIntegration: managerProcedure
    .input(z.object({ name: displayName(), permissions: accountPermissions }))
    .mutation(resolveAsManager(addIntegration)),
  rotatePassword: managerProcedure.input(byId).mutation(resolveAsManager(rotateIntegrationPassword)),
  activity,
})
