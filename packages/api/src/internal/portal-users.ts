import {
  disablePortalUser,
  invitePortalUser,
  PERMISSIONS,
  type PortalUser,
  setPermissions,
} from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { displayName, email, optional, recordId, wrongType } from '../wire/fields.ts'

const permissions = z.array(z.enum(PERMISSIONS, { error: wrongType('permission') }), { error: wrongType('not_list') })

export const portalUsers = router({
  invite: internalProcedure
    .input(
      z.object({
        partner_id: recordId(),
        email: email(),
        name: displayName(),
        permissions: optional(permissions),
      }),
    )
    .mutation(async ({ ctx, input: { partner_id: partnerId, ...input } }) =>
      present(await invitePortalUser(ctx.services, { actor: ctx.actor, partnerId, ...input })),
    ),
  disable: internalProcedure
    .input(z.object({ id: recordId() }))
    .mutation(async ({ ctx, input }) => present(await disablePortalUser(ctx.services, { actor: ctx.actor, ...input }))),
  setPermissions: internalProcedure
    .input(z.object({ id: recordId(), permissions }))
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
