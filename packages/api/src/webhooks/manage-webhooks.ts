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
import { presentDelivery } from '../events/present-event.ts'
import { partnerProcedure } from '../trpc.ts'
import { byId, choice, optional, recordId } from '../wire/fields.ts'
import { eventTypes, replayedBy, replayInput, webhookInput } from './webhook-inputs.ts'

const procedure = partnerProcedure('webhooks:manage')

const actorAndPartnerOf = ({ userId, partnerId }: { userId: string; partnerId: string }) => ({
  actor: { kind: 'portal-user' as const, id: userId },
  partnerId,
})

const STATUSES = ['queued', 'sent', 'failed'] as const

export const webhooks = {
  /** Lists the partner's webhooks. */
  list: procedure.query(async ({ ctx: { services, partnerId } }) => ({
    items: await listOwnWebhooks(services, { partnerId }),
  })),
  /** Returns a webhook. */
  get: procedure
    .input(byId)
    .query(({ ctx: { services, partnerId }, input }) => showWebhook(services, { partnerId, ...input })),
  /** Lists the deliveries of a webhook, newest first. */
  listDeliveries: procedure
    .input(byId.extend({ status: optional(choice(STATUSES)), cursor: optional(recordId()) }))
    .query(({ ctx: { services, partnerId }, input }) => listDeliveries(services, { partnerId, ...input })),
  /**
   * Returns a delivery. `requestBody` contains the account's current data, so it may differ from the body that was sent.
   * `requestBody` is `null` after the event has expired.
   */
  getDelivery: procedure.input(byId).query(async ({ ctx: { services, partnerId }, input }) => {
    const { event, ...delivery } = await showDelivery(services, { partnerId, ...input })
    const body = presentDelivery({ ...delivery, event })
    return { ...delivery, requestBody: body ? JSON.stringify(body, null, 2) : null }
  }),
  /** Creates a webhook. Only this response and that of `rotateSecret` contain the secret. */
  create: procedure
    .input(webhookInput)
    .mutation(({ ctx, input }) => createWebhook(ctx.services, { ...actorAndPartnerOf(ctx), ...input })),
  /** Updates the types of events. */
  update: procedure
    .input(byId.extend({ types: eventTypes }))
    .mutation(({ ctx, input }) => changeWebhook(ctx.services, { ...actorAndPartnerOf(ctx), ...input })),
  /** Tests a webhook with an event. */
  test: procedure
    .input(byId)
    .mutation(({ ctx, input }) => testWebhook(ctx.services, { ...actorAndPartnerOf(ctx), ...input })),
  /** Pauses the deliveries of a webhook. */
  pause: procedure
    .input(byId)
    .mutation(({ ctx, input }) => pauseWebhook(ctx.services, { ...actorAndPartnerOf(ctx), ...input })),
  /** Resumes the deliveries of a webhook. */
  resume: procedure
    .input(byId)
    .mutation(({ ctx, input }) => resumeWebhook(ctx.services, { ...actorAndPartnerOf(ctx), ...input })),
  /** Rotates the secret. The previous one stays valid for a day. */
  rotateSecret: procedure
    .input(byId)
    .mutation(({ ctx, input }) => rotateWebhookSecret(ctx.services, { ...actorAndPartnerOf(ctx), ...input })),
  /** Replays one delivery, failed ones, or those of a period. */
  replay: procedure.input(replayInput).mutation(({ ctx, input }) =>
    replayWebhook(ctx.services, {
      ...actorAndPartnerOf(ctx),
      id: input.id,
      cursor: input.cursor,
      replayed: replayedBy(input),
    }),
  ),
  /** Deletes a webhook and its deliveries. */
  delete: procedure
    .input(byId)
    .mutation(({ ctx, input }) => deleteWebhook(ctx.services, { ...actorAndPartnerOf(ctx), ...input })),
}
