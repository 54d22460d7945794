import { EVENT_TYPES, LIMITS, type Replayed } from '@partner-accounts/core'
import * as z from 'zod'
import type { FieldError } from '../wire/field-errors.ts'
import { byId, choice, dateOrTime, list, optional, text } from '../wire/fields.ts'

/** Empty: all. */
export const eventTypes = list(choice(EVENT_TYPES))

export const webhookInput = z.object({ url: text(LIMITS.webhooks.urlLength), types: eventTypes.default([]) })

/** An endpoint's id with `failed` or `since`, otherwise a delivery's. */
export const replayInput = byId
  .extend({
    failed: z.boolean().default(false),
    since: optional(dateOrTime('start')),
    /** With `since`. Default: now. */
    until: optional(dateOrTime()),
  })
  .refine(({ failed, since }) => !failed || since === undefined, {
    path: ['since'],
    message: 'replay' satisfies FieldError,
  })

export const replayedBy = ({ id, failed, since, until }: z.output<typeof replayInput>): Replayed => {
  if (failed) return { failed: true }
  return since ? { since, until } : { deliveryId: id }
}
