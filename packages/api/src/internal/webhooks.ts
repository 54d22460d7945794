import {
  createWebhook,
  deleteWebhook,
  EVENT_TYPES,
  LIMITS,
  pauseWebhook,
  replayWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  showWebhook,
} from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { byId, choice, dateOrTime, optional, recordId, text, wrongType } from '../wire/fields.ts'
import { pageFields } from '../wire/pages.ts'

const eventTypes = z.array(choice(EVENT_TYPES), { error: wrongType('not_list') })

export const webhooks = router({
  /** The only response with the secret, besides `rotateSecret`. */
  create: internalProcedure('admin')
    .meta({ isCompressible: false })
    .input(z.object({ partnerId: recordId(), url: text(LIMITS.webhooks.urlLength), types: eventTypes.default([]) }))
    .mutation(({ ctx, input }) => createWebhook(ctx.services, { actor: ctx.actor, ...input })),
  list: internalProcedure('viewer')
    .input(z.object({ ...pageFields, partnerId: optional(recordId()) }).prefault({}))
    .query(({ ctx, input: { cursor, limit, ...filter } }) =>
      ctx.services.stores.webhooks.list(filter, { cursor, limit }),
    ),
  show: internalProcedure('viewer')
    .input(byId)
    .query(({ ctx, input }) => showWebhook(ctx.services, input)),
  pause: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => pauseWebhook(ctx.services, { actor: ctx.actor, ...input })),
  resume: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => resumeWebhook(ctx.services, { actor: ctx.actor, ...input })),
  rotateSecret: internalProcedure('admin')
    .meta({ isCompressible: false })
    .input(byId)
    .mutation(({ ctx, input }) => rotateWebhookSecret(ctx.services, { actor: ctx.actor, ...input })),
  /** The id is an endpoint's with `failed` or `since`, otherwise a delivery's. */
  replay: internalProcedure('support')
    .input(
      byId
        .extend({ failed: z.boolean().default(false), since: optional(dateOrTime('start')) })
        .refine(({ failed, since }) => !failed || since === undefined, {
          path: ['since'],
          message: 'replay' satisfies FieldError,
        }),
    )
    .mutation(({ ctx, input: { id, failed, since } }) => {
      const replayed = failed ? { failed: true as const } : since ? { since } : { deliveryId: id }
      return replayWebhook(ctx.services, { actor: ctx.actor, id, replayed })
    }),
  delete: internalProcedure('admin')
    .input(byId)
    .mutation(({ ctx, input }) => deleteWebhook(ctx.services, { actor: ctx.actor, ...input })),
})
