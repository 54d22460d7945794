import {
  disablePortalUser,
  enablePortalUser,
  invitePortalUser,
  PORTAL_USER_STATUSES,
  type PortalUser,
  type PortalUserRecord,
  resendInvitation,
  sendPasswordReset,
  setPermissions,
  showPortalUser,
} from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { formatDateTime } from '../wire/date-time.ts'
import { byId, choice, displayName, email, optional, recordId, text } from '../wire/fields.ts'
import { pageFields, pageRequest, presentPage } from '../wire/pages.ts'
import { permissionList } from '../wire/permissions.ts'

export const portalUsers = router({
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...pageFields,
          partner_id: optional(recordId()),
          status: optional(choice(PORTAL_USER_STATUSES)),
          /** Parts of the name or e-mail. */
          email: optional(text()),
        })
        .prefault({}),
    )
    .query(async ({ ctx, input: { partner_id: partnerId, status, email, ...page } }) =>
      presentPage(
        await ctx.services.stores.operatorQueries.portalUsers({ partnerId, status, email }, pageRequest(page)),
        presentPortalUserRecord,
      ),
    ),
  show: internalProcedure('viewer')
    .input(byId)
    .query(async ({ ctx, input }) => presentPortalUserRecord(await showPortalUser(ctx.services, input))),
  invite: internalProcedure('support')
    .input(
      z.object({
        partner_id: recordId(),
        email: email(),
        name: displayName(),
        permissions: optional(permissionList()),
      }),
    )
    .mutation(async ({ ctx, input: { partner_id: partnerId, ...input } }) =>
      present(await invitePortalUser(ctx.services, { actor: ctx.actor, partnerId, ...input })),
    ),
  /** Mails a new link to an invited or disabled user. */
  resend: internalProcedure('support')
    .input(byId)
    .mutation(async ({ ctx, input }) => present(await resendInvitation(ctx.services, { actor: ctx.actor, ...input }))),
  sendPasswordReset: internalProcedure('support')
    .input(byId)
    .mutation(async ({ ctx, input }) => present(await sendPasswordReset(ctx.services, { actor: ctx.actor, ...input }))),
  disable: internalProcedure('support')
    .input(byId)
    .mutation(async ({ ctx, input }) => present(await disablePortalUser(ctx.services, { actor: ctx.actor, ...input }))),
  /** Mails a link to a disabled person, who chooses a new password. */
  enable: internalProcedure('support')
    .input(byId)
    .mutation(async ({ ctx, input }) => present(await enablePortalUser(ctx.services, { actor: ctx.actor, ...input }))),
  setPermissions: internalProcedure('support')
    .input(byId.extend({ permissions: permissionList() }))
    .mutation(async ({ ctx, input }) => present(await setPermissions(ctx.services, { actor: ctx.actor, ...input }))),
})

const present = ({ id, partnerId, email, name, status, permissions }: PortalUser) => ({
  id,
  partner_id: partnerId,
  email,
  name,
  status,
  permissions,
})

export const presentPortalUserRecord = ({ createdAt, linkExpiresAt, ...user }: PortalUserRecord) => ({
  ...present(user),
  created: formatDateTime(createdAt),
  link_expires: linkExpiresAt && formatDateTime(linkExpiresAt),
})
