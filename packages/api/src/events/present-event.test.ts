import { expect, it } from 'vitest'
import { SAMPLES } from '../samples.ts'
import { sentEventSchema } from './event-schemas.ts'
import { presentSent } from './present-event.ts'

it('A test event has the documented format of times', () => {
  const createdAt = new Date('2026-03-05T15:20:44.810Z')
  const delivery = { eventId: SAMPLES.eventId, webhookId: SAMPLES.webhookId, type: 'webhook.test', createdAt } as const
  const sent = presentSent({ ...delivery, event: undefined })
  expect(sent?.timestamp).toBe('2026-03-05T15:20:44+00:00')
  expect(sentEventSchema.parse(sent)).toEqual(sent)
})
