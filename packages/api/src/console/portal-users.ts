import * as z from 'zod'
import {
  disablePortalUser,
  enablePortalUser,
  erasePortalUser,
  invitePortalUser,
  PORTAL_USER_STATUSES,
  resendInvitation,
  resetSecondFactor,
  sendPasswordReset,
  setPermissions,
  showPortalUser,
} from '@partner-accounts/core'
import { internalProcedure } from '../trpc.ts'
import {
  byId,
  choice,
  displayName,
  email,
  optional,
  permissionList,
  reason,
  pastedText,
  recordId,
} from '../wire/fields.ts'
import { listFields, toSearch } from '../wire/pages.ts'

export const portalUsers = {
  /** Lists portal users. */
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...listFields,
          partnerId: optional(recordId()),
          status: optional(choice(PORTAL_USER_STATUSES)),
          email: optional(pastedText()),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => {
      const { filter, page } = toSearch(input)
      return ctx.services.stores.records.portalUsers(filter, page)
    }),
  /** Returns a portal user. */
  get: internalProcedure('viewer')
    .input(byId)
    .query(({ ctx, input }) => showPortalUser(ctx.services, input)),
  /** Invites a person by mail. */
  invite: internalProcedure('support')
    .input(
      z.object({
        partnerId: recordId(),
        email: email(),
        name: displayName(),
        permissions: optional(permissionList()),
      }),
    )
    .mutation(({ ctx, input }) => invitePortalUser(ctx.services, { actor: ctx.actor, ...input })),
  /** Resends an invitation, with a new link. */
  resendInvitation: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => resendInvitation(ctx.services, { actor: ctx.actor, ...input })),
  /** Sends a link for a new password. The current password stays valid until the link is used. */
  sendPasswordReset: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => sendPasswordReset(ctx.services, { actor: ctx.actor, ...input })),
  /** Deletes the second factor of a user who lost it, and ends all sessions. */
  deleteSecondFactor: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => resetSecondFactor(ctx.services, { actor: ctx.actor, ...input })),
  /** Disables a user, and ends all sessions and tokens. */
  disable: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => disablePortalUser(ctx.services, { actor: ctx.actor, ...input })),
  /** Enables a disabled person. The mailed link sets a new password. */
  enable: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => enablePortalUser(ctx.services, { actor: ctx.actor, ...input })),
  /** Erases the personal data of a disabled user. Is idempotent. */
  erase: internalProcedure('admin')
    .input(byId.extend({ reason: reason() }))
    .mutation(({ ctx, input }) => erasePortalUser(ctx.services, { actor: ctx.actor, ...input })),
  /** Sets the permissions. */
  setPermissions: internalProcedure('support')
    .input(byId.extend({ permissions: permissionList() }))
    .mutation(({ ctx, input }) => setPermissions(ctx.services, { actor: ctx.actor, ...input })),
}
