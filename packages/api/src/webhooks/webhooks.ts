import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listOwnWebhooks,
  pauseWebhook,
  replayWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  showDelivery,
  showWebhook,
  testWebhook,
} from '@partner-accounts/core'
import { presentSent } from '../events/present-event.ts'
import { partnerProcedure, router } from '../trpc.ts'
import { byId, choice, optional, recordId } from '../wire/fields.ts'
import { eventTypes, replayedBy, replayInput, webhookInput } from './webhook-inputs.ts'

const procedure = partnerProcedure('webhooks:manage')

const by = ({ userId, partnerId }: { userId: string; partnerId: string }) => ({
  actor: { kind: 'portal-user' as const, id: userId },
  partnerId,
})

const STATUSES = ['queued', 'sent', 'failed'] as const

export const webhooks = router({
  list: procedure.query(async ({ ctx: { services, partnerId } }) => ({
    items: await listOwnWebhooks(services, { partnerId }),
  })),
  show: procedure
    .input(byId)
    .query(({ ctx: { services, partnerId }, input }) => showWebhook(services, { partnerId, ...input })),
  deliveries: procedure
    .input(byId.extend({ status: optional(choice(STATUSES)), cursor: optional(recordId()) }))
    .query(({ ctx: { services, partnerId }, input }) => listDeliveries(services, { partnerId, ...input })),
  /** The body is the current one, `null` once the event has expired. */
  showDelivery: procedure.input(byId).query(async ({ ctx: { services, partnerId }, input }) => {
    const { event, ...delivery } = await showDelivery(services, { partnerId, ...input })
    const sent = presentSent({ ...delivery, event })
    return { ...delivery, requestBody: sent ? JSON.stringify(sent, null, 2) : null }
  }),
  /** The only response with the secret, besides `rotateSecret`. */
  create: procedure
    .input(webhookInput)
    .mutation(({ ctx, input }) => createWebhook(ctx.services, { ...by(ctx), ...input })),
  change: procedure
    .input(byId.extend({ types: eventTypes }))
    .mutation(({ ctx, input }) => changeWebhook(ctx.services, { ...by(ctx), ...input })),
  test: procedure
    .input(byId)
    .mutation(({ ctx: { services, partnerId }, input }) => testWebhook(services, { partnerId, ...input })),
  pause: procedure.input(byId).mutation(({ ctx, input }) => pauseWebhook(ctx.services, { ...by(ctx), ...input })),
  resume: procedure.input(byId).mutation(({ ctx, input }) => resumeWebhook(ctx.services, { ...by(ctx), ...input })),
  rotateSecret: procedure
    .input(byId)
    .mutation(({ ctx, input }) => rotateWebhookSecret(ctx.services, { ...by(ctx), ...input })),
  replay: procedure
    .input(replayInput)
    .mutation(({ ctx, input }) =>
      replayWebhook(ctx.services, { ...by(ctx), id: input.id, replayed: replayedBy(input) }),
    ),
  delete: procedure.input(byId).mutation(({ ctx, input }) => deleteWebhook(ctx.services, { ...by(ctx), ...input })),
})
