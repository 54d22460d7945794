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
import * as z from 'zod'
import { partnerProcedure, router } from '../trpc.ts'
import { byId, displayName, email, optional, recordId } from '../wire/fields.ts'
import { permissionList } from '../wire/permissions.ts'
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
    .mutation(({ ctx: { services, userId, partnerId }, input }) =>
      inviteColleague(services, { userId, partnerId, ...input }),
    ),
  inviteAgain: managerProcedure
    .input(byId)
    .mutation(({ ctx: { services, userId, partnerId }, input }) =>
      inviteColleagueAgain(services, { userId, partnerId, ...input }),
    ),
  disable: managerProcedure
    .input(byId)
    .mutation(({ ctx: { services, userId, partnerId }, input }) =>
      disableMember(services, { userId, partnerId, ...input }),
    ),
  enable: managerProcedure
    .input(byId)
    .mutation(({ ctx: { services, userId, partnerId }, input }) =>
      enableMember(services, { userId, partnerId, ...input }),
    ),
  setPermissions: managerProcedure
    .input(byId.extend({ permissions: permissionList() }))
    .mutation(({ ctx: { services, userId, partnerId }, input }) =>
      setMemberPermissions(services, { userId, partnerId, ...input }),
    ),
  resetSecondFactor: managerProcedure
    .input(byId)
    .mutation(({ ctx: { services, userId, partnerId }, input }) =>
      resetMemberSecondFactor(services, { userId, partnerId, ...input }),
    ),
  setSecondFactorRequired: managerProcedure
    .input(z.object({ isRequired: z.boolean() }))
    .mutation(({ ctx: { services, userId, partnerId }, input }) =>
      setSecondFactorRequired(services, { userId, partnerId, ...input }),
    ),
  addIntegration: managerProcedure
    .input(z.object({ name: displayName(), permissions: accountPermissions }))
    .mutation(async ({ ctx: { services, userId, partnerId }, input }) => {
      const { user, password } = await addIntegration(services, { userId, partnerId, ...input })
      return { ...user, password }
    }),
  rotatePassword: managerProcedure.input(byId).mutation(async ({ ctx: { services, userId, partnerId }, input }) => {
    const { user, password } = await rotateIntegrationPassword(services, { userId, partnerId, ...input })
    return { ...user, password }
  }),
  activity,
})
