import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  pauseWebhook,
  replayWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  showWebhook,
} from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, resolveAsActor, router } from '../trpc.ts'
import { replayedBy, replayInput, webhookInput } from '../webhooks/webhook-inputs.ts'
import { byId, optional, recordId } from '../wire/fields.ts'
import { pageFields, testFields } from '../wire/pages.ts'

export const webhooks = router({
  /** The only response with the secret, besides `rotateSecret`. */
  create: internalProcedure('admin')
    .input(webhookInput.extend({ partnerId: recordId() }))
    .mutation(resolveAsActor(createWebhook)),
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...pageFields,
          ...testFields,
          partnerId: optional(recordId()),
          isFailing: z.boolean().default(false),
        })
        .prefault({}),
    )
    .query(({ ctx, input: { cursor, limit, ...filter } }) =>
      ctx.services.stores.webhooks.list(filter, { cursor, limit }),
    ),
  show: internalProcedure('viewer')
    .input(byId)
    .query(async ({ ctx: { services }, input }) => {
      const [webhook, { items }] = await Promise.all([showWebhook(services, input), listDeliveries(services, input)])
      return { ...webhook, deliveries: items }
    }),
  pause: internalProcedure('support').input(byId).mutation(resolveAsActor(pauseWebhook)),
  resume: internalProcedure('support').input(byId).mutation(resolveAsActor(resumeWebhook)),
  rotateSecret: internalProcedure('admin').input(byId).mutation(resolveAsActor(rotateWebhookSecret)),
  replay: internalProcedure('support')
    .input(replayInput)
    .mutation(({ ctx, input }) =>
      replayWebhook(ctx.services, { actor: ctx.actor, id: input.id, replayed: replayedBy(input) }),
    ),
  delete: internalProcedure('admin').input(byId).mutation(resolveAsActor(deleteWebhook)),
})
