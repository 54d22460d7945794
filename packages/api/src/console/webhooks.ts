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
import { internalProcedure } from '../trpc.ts'
import { replayedBy, replayInput, webhookInput } from '../webhooks/webhook-inputs.ts'
import { byId, optional, recordId } from '../wire/fields.ts'
import { pageFields, testFields } from '../wire/pages.ts'

export const webhooks = {
  /** Creates a webhook of a partner. Only this response and that of `rotateSecret` contain the secret. */
  create: internalProcedure('admin')
    .input(webhookInput.extend({ partnerId: recordId() }))
    .mutation(({ ctx, input }) => createWebhook(ctx.services, { actor: ctx.actor, ...input })),
  /** Lists webhooks. `partnerId` and `isFailing` restrict the list. */
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
  /** Returns a webhook with its latest deliveries. */
  get: internalProcedure('viewer')
    .input(byId)
    .query(async ({ ctx: { services }, input }) => {
      const [webhook, { items }] = await Promise.all([showWebhook(services, input), listDeliveries(services, input)])
      return { ...webhook, deliveries: items }
    }),
  /** Pauses the deliveries of a webhook. */
  pause: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => pauseWebhook(ctx.services, { actor: ctx.actor, ...input })),
  /** Resumes the deliveries of a webhook. */
  resume: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => resumeWebhook(ctx.services, { actor: ctx.actor, ...input })),
  /** Rotates the secret. The previous one stays valid for a day. */
  rotateSecret: internalProcedure('admin')
    .input(byId)
    .mutation(({ ctx, input }) => rotateWebhookSecret(ctx.services, { actor: ctx.actor, ...input })),
  /** Replays one delivery, failed ones, or those of a period. */
  replay: internalProcedure('support')
    .input(replayInput)
    .mutation(({ ctx, input }) =>
      replayWebhook(ctx.services, {
        actor: ctx.actor,
        id: input.id,
        cursor: input.cursor,
        replayed: replayedBy(input),
      }),
    ),
  /** Deletes a webhook and its deliveries. */
  delete: internalProcedure('admin')
    .input(byId)
    .mutation(({ ctx, input }) => deleteWebhook(ctx.services, { actor: ctx.actor, ...input })),
}
