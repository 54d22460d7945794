import { expect, it } from 'vitest'
import { SAMPLES } from '../samples.ts'
import { sentEventSchema } from './event-schemas.ts'
import { presentDelivery } from './present-event.ts'

it('the body of a test event has its time in whole seconds and matches the documented schema', () => {
  const createdAt = new Date('2026-03-05T15:20:44.810Z')
  const delivery = { eventId: SAMPLES.eventId, webhookId: SAMPLES.webhookId, type: 'webhook.test', createdAt } as const
  const sent = presentDelivery({ ...delivery, event: undefined })
  expect(sent?.timestamp).toBe('2026-03-05T15:20:44+00:00')
  expect(sentEventSchema.parse(sent)).toEqual(sent)
})
