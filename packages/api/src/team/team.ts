import {
  addIntegration,
  disableMember,
  inviteColleague,
  inviteColleagueAgain,
  LIMITS,
  PERMISSIONS,
  type PortalUser,
  rotateIntegrationPassword,
  setMemberPermissions,
  toRecordPage,
} from '@partner-accounts/core'
import * as z from 'zod'
import { partnerProcedure, router } from '../trpc.ts'
import { formatDateTime } from '../wire/date-time.ts'
import { byId, displayName, email, optional, recordId } from '../wire/fields.ts'
import { presentPage } from '../wire/pages.ts'
import { permissionList } from '../wire/permissions.ts'
import { activity } from './activity.ts'

const PAGE_SIZE = LIMITS.page.maxSize

const managerProcedure = partnerProcedure('users:manage')
/** Integrations cannot manage users. */
const accountPermissions = permissionList(PERMISSIONS.filter((permission) => permission !== 'users:manage'))

/** Manages the portal users of the caller's partner. Native tRPC only, for the portal. */
export const team = router({
  list: managerProcedure
    .input(z.object({ cursor: optional(recordId()) }).prefault({}))
    .query(async ({ ctx: { services, partnerId }, input: { cursor: after } }) => {
      const found = await services.stores.portalUsers.list(partnerId, { limit: PAGE_SIZE + 1, after })
      return presentPage(toRecordPage(found, PAGE_SIZE), ({ lastSignedInAt, ...user }) => ({
        ...present(user),
        last_signed_in: lastSignedInAt && formatDateTime(lastSignedInAt),
      }))
    }),
  invite: managerProcedure
    .input(z.object({ email: email(), name: displayName(), permissions: permissionList() }))
    .mutation(async ({ ctx: { services, userId, partnerId }, input }) =>
      present(await inviteColleague(services, { userId, partnerId, ...input })),
    ),
  inviteAgain: managerProcedure
    .input(byId)
    .mutation(async ({ ctx: { services, userId, partnerId }, input }) =>
      present(await inviteColleagueAgain(services, { userId, partnerId, ...input })),
    ),
  disable: managerProcedure
    .input(byId)
    .mutation(async ({ ctx: { services, userId, partnerId }, input }) =>
      present(await disableMember(services, { userId, partnerId, ...input })),
    ),
  setPermissions: managerProcedure
    .input(byId.extend({ permissions: permissionList() }))
    .mutation(async ({ ctx: { services, userId, partnerId }, input }) =>
      present(await setMemberPermissions(services, { userId, partnerId, ...input })),
    ),
  addIntegration: managerProcedure
    .input(z.object({ name: displayName(), permissions: accountPermissions }))
    .mutation(async ({ ctx: { services, userId, partnerId }, input }) => {
      const { user, password } = await addIntegration(services, { userId, partnerId, ...input })
      return { ...present(user), password }
    }),
  rotatePassword: managerProcedure.input(byId).mutation(async ({ ctx: { services, userId, partnerId }, input }) => {
    const { user, password } = await rotateIntegrationPassword(services, { userId, partnerId, ...input })
    return { ...present(user), password }
  }),
  activity,
})

const present = ({ id, kind, email, name, status, permissions }: PortalUser) => ({
  id,
  kind,
  email,
  name,
  status,
  permissions,
})
