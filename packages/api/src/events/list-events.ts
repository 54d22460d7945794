import { LIMITS, listEvents as list } from '@partner-accounts/core'
import { restProcedure } from '../trpc.ts'
import { eventsQuerySchema } from './event-schemas.ts'
import { presentEvents } from './present-event.ts'

/** Lists changes of the partner's accounts and portal users, oldest first. */
export const listEvents = restProcedure('listEvents', {
  summary: 'List events',
  description: `Returns changes of your accounts and portal users, oldest first, of the last ${LIMITS.eventDays} days. A reader that continues after the last id that it received misses no event.`,
  successDescription: 'A page of events.',
})
  .input(eventsQuerySchema)
  .query(async ({ ctx: { services, partnerId }, input }) => {
    const { after, types, account_id: accountId, max_results: pageSize } = input
    const page = await list(services, { partnerId, after, types, accountId, pageSize })
    return presentEvents(page, { types, accountId, pageSize })
  })
