import { EVENT_TYPES, LIMITS, type Replayed } from '@partner-accounts/core'
import * as z from 'zod'
import type { FieldError } from '../wire/field-errors.ts'
import { byId, choices, dateOrTime, optional, pastedText, recordId } from '../wire/fields.ts'

/** Types of events. An empty list means all. */
export const eventTypes = choices(EVENT_TYPES)

export const webhookInput = z.object({ url: pastedText(LIMITS.webhooks.urlLength), types: eventTypes.default([]) })

/** `id` is the id of an endpoint if `failed` or `since` is given, otherwise the id of a delivery. */
export const replayInput = byId
  .extend({
    failed: z.boolean().default(false),
    since: optional(dateOrTime('start')),
    /** End of the time range that `since` begins. Default: now. */
    until: optional(dateOrTime('end')),
    /** `nextCursor` of the previous call. */
    cursor: optional(recordId()),
  })
  .refine(({ failed, since }) => !failed || since === undefined, {
    path: ['since'],
    message: 'replay' satisfies FieldError,
  })
  .refine(({ since, until }) => until === undefined || since !== undefined, {
    path: ['until'],
    message: 'replay' satisfies FieldError,
  })

export const replayedBy = ({ id, failed, since, until }: z.output<typeof replayInput>): Replayed => {
  if (failed) return { failed: true }
  return since ? { since, until } : { deliveryId: id }
}
