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
import { partnerProcedure } from '../trpc.ts'
import { byId, displayName, email, optional, permissionList, recordId } from '../wire/fields.ts'
import { listActivity } from './list-activity.ts'

const PAGE_SIZE = LIMITS.page.maxSize

const managerProcedure = partnerProcedure('users:manage')
/** Integrations cannot manage users. */
const integrationPermissions = permissionList(PERMISSIONS.filter((permission) => permission !== 'users:manage'))

const managerOf = ({ userId, partnerId }: { userId: string; partnerId: string }) => ({ userId, partnerId })

export const team = {
  /** Lists the partner's portal users. */
  list: managerProcedure
    .input(z.object({ cursor: optional(recordId()) }).prefault({}))
    .query(async ({ ctx: { services, partnerId }, input: { cursor: after } }) => {
      const found = await services.stores.portalUsers.list(partnerId, { limit: PAGE_SIZE + 1, after })
      return toRecordPage(found, PAGE_SIZE)
    }),
  /** Invites a colleague by mail. */
  invite: managerProcedure
    .input(z.object({ email: email(), name: displayName(), permissions: permissionList() }))
    .mutation(({ ctx, input }) => inviteColleague(ctx.services, { ...managerOf(ctx), ...input })),
  /** Resends an invitation, with a new link. */
  resendInvitation: managerProcedure
    .input(byId)
    .mutation(({ ctx, input }) => inviteColleagueAgain(ctx.services, { ...managerOf(ctx), ...input })),
  /** Disables a user, and ends all sessions and tokens. */
  disable: managerProcedure
    .input(byId)
    .mutation(({ ctx, input }) => disableMember(ctx.services, { ...managerOf(ctx), ...input })),
  /** Enables a disabled person, who is invited again. */
  enable: managerProcedure
    .input(byId)
    .mutation(({ ctx, input }) => enableMember(ctx.services, { ...managerOf(ctx), ...input })),
  /** Sets the permissions of a user. */
  setPermissions: managerProcedure
    .input(byId.extend({ permissions: permissionList() }))
    .mutation(({ ctx, input }) => setMemberPermissions(ctx.services, { ...managerOf(ctx), ...input })),
  /** Deletes the second factor of a user who lost it, and ends all sessions. */
  deleteSecondFactor: managerProcedure
    .input(byId)
    .mutation(({ ctx, input }) => resetMemberSecondFactor(ctx.services, { ...managerOf(ctx), ...input })),
  /** Sets whether the portal requires a second factor of all users. */
  setSecondFactorRequired: managerProcedure
    .input(z.object({ isRequired: z.boolean() }))
    .mutation(({ ctx, input }) => setSecondFactorRequired(ctx.services, { ...managerOf(ctx), ...input })),
  /** Creates an integration. Only this response and that of `reissuePassword` contain the password. */
  createIntegration: managerProcedure
    .input(z.object({ name: displayName(), permissions: integrationPermissions }))
    .mutation(({ ctx, input }) => addIntegration(ctx.services, { ...managerOf(ctx), ...input })),
  /**
   * Reissues an integration's password, and enables it. The current password stays valid for a day, unless
   * `endsCurrent` ends it and its tokens now. The one before the current password ends in any case.
   */
  reissuePassword: managerProcedure
    .input(byId.extend({ endsCurrent: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => rotateIntegrationPassword(ctx.services, { ...managerOf(ctx), ...input })),
  listActivity,
}
