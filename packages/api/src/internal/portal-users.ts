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
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { byId, choice, displayName, email, optional, reason, recordId, text } from '../wire/fields.ts'
import { listFields, toSearch } from '../wire/pages.ts'
import { permissionList } from '../wire/permissions.ts'

export const portalUsers = router({
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...listFields,
          partnerId: optional(recordId()),
          status: optional(choice(PORTAL_USER_STATUSES)),
          email: optional(text()),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => ctx.services.stores.operatorQueries.portalUsers(...toSearch(input))),
  show: internalProcedure('viewer')
    .input(byId)
    .query(({ ctx, input }) => showPortalUser(ctx.services, input)),
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
  resend: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => resendInvitation(ctx.services, { actor: ctx.actor, ...input })),
  sendPasswordReset: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => sendPasswordReset(ctx.services, { actor: ctx.actor, ...input })),
  resetSecondFactor: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => resetSecondFactor(ctx.services, { actor: ctx.actor, ...input })),
  disable: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => disablePortalUser(ctx.services, { actor: ctx.actor, ...input })),
  /** The mailed link sets a new password. */
  enable: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => enablePortalUser(ctx.services, { actor: ctx.actor, ...input })),
  erase: internalProcedure('admin')
    .input(byId.extend({ reason: reason() }))
    .mutation(({ ctx, input }) => erasePortalUser(ctx.services, { actor: ctx.actor, ...input })),
  setPermissions: internalProcedure('support')
    .input(byId.extend({ permissions: permissionList() }))
    .mutation(({ ctx, input }) => setPermissions(ctx.services, { actor: ctx.actor, ...input })),
})
