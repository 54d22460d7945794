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
import { internalProcedure, listProcedure, resolveAsActor, resolveWith, router } from '../trpc.ts'
import { byId, choice, displayName, email, optional, permissionList, reason, recordId, text } from '../wire/fields.ts'
import { toSearch } from '../wire/pages.ts'

export const portalUsers = router({
  list: listProcedure({
    partnerId: optional(recordId()),
    status: optional(choice(PORTAL_USER_STATUSES)),
    email: optional(text()),
  }).query(({ ctx, input }) => ctx.services.stores.operatorQueries.portalUsers(...toSearch(input))),
  show: internalProcedure('viewer').input(byId).query(resolveWith(showPortalUser)),
  invite: internalProcedure('support')
    .input(
      z.object({
        partnerId: recordId(),
        email: email(),
        name: displayName(),
        permissions: optional(permissionList()),
      }),
    )
    .mutation(resolveAsActor(invitePortalUser)),
  resend: internalProcedure('support').input(byId).mutation(resolveAsActor(resendInvitation)),
  sendPasswordReset: internalProcedure('support').input(byId).mutation(resolveAsActor(sendPasswordReset)),
  resetSecondFactor: internalProcedure('support').input(byId).mutation(resolveAsActor(resetSecondFactor)),
  disable: internalProcedure('support').input(byId).mutation(resolveAsActor(disablePortalUser)),
  /** The mailed link sets a new password. */
  enable: internalProcedure('support').input(byId).mutation(resolveAsActor(enablePortalUser)),
  erase: internalProcedure('admin')
    .input(byId.extend({ reason: reason() }))
    .mutation(resolveAsActor(erasePortalUser)),
  setPermissions: internalProcedure('support')
    .input(byId.extend({ permissions: permissionList() }))
    .mutation(resolveAsActor(setPermissions)),
})
