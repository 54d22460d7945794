import { LIMITS, listEvents as list } from '@partner-accounts/core'
import { partnerProcedure } from '../trpc.ts'
import { eventsQuerySchema } from './event-schemas.ts'
import { presentEvents } from './present-event.ts'

export const listEvents = partnerProcedure('accounts:read', 'webhooks:manage')
  .meta({
    openapi: {
      method: 'GET',
      path: '/events',
      operationId: 'listEvents',
      tags: ['Events'],
      summary: 'List events',
      description: `Returns changes of your accounts and portal users, oldest first, of the last ${LIMITS.eventDays} days. A reader that continues after the last id that it received misses no event.`,
      successDescription: 'A page of events.',
    },
    isCompressible: true,
  })
  .input(eventsQuerySchema)
  .query(async ({ ctx: { services, partnerId }, input: { after, max_results: pageSize } }) =>
    presentEvents(await list(services, { partnerId, after, pageSize }), pageSize),
  )
