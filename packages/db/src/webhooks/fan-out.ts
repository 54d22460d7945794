import type { EventStore, EventType, IdGenerator } from '@partner-accounts/core'
import type { Client, TransactClient } from '../prisma/client.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement, typed } from '../sql/statement.ts'
import { roomOf } from './parking.ts'

const ENDPOINTS_PER_PASS = 1_000
const EVENTS_PER_ENDPOINT = 100

/** A pass stops after this many errors. The next pass continues with the next endpoint. */
const MAX_ERRORS = 10

// Prisma cannot compare columns of two tables.
const BEHIND = statement({
  name: 'webhook_endpoints_behind',
  parameters: { after: 'text', limit: 'int8' },
  columns: {
    partnerId: 'text',
    id: 'text',
    types: typed<EventType[] | null>('text[]?'),
    position: 'int4',
    failingSince: 'timestamptz?',
    head: 'int4',
  },
  text: `
    SELECT
      e.partner_id AS "partnerId", e.id, e.types, e.position, e.failing_since AS "failingSince",
      p.event_count AS head
    FROM webhook_endpoints AS e
    JOIN partners AS p ON p.id = e.partner_id
    WHERE e.status = 'active' AND p.status = 'active' AND e.position < p.event_count AND e.id > :after
    ORDER BY e.id
    LIMIT :limit
  `,
})

type Behind = NonNullable<typeof BEHIND.row>

export interface FanOutOptions {
  client: Client
  run: RunStatement
  transact: TransactClient
  events: EventStore
  newId: IdGenerator
}

/**
 * Returns a function that adds deliveries of new events for the active endpoints of active partners. The function returns
 * the number of deliveries. With very many endpoints, each call continues where the previous call stopped. An error of one
 * endpoint does not affect the others.
 */
export function createFanOut(options: FanOutOptions): () => Promise<number> {
  let after = ''

  return async () => {
    const page = await options.run(BEHIND, { after, limit: ENDPOINTS_PER_PASS })
    const errors: unknown[] = []
    let added = 0
    let last = ''
    for (const endpoint of page) {
      if (errors.length >= MAX_ERRORS) break
      last = endpoint.id
      try {
        if ((await roomOf(options.client, endpoint)) > 0) added += await fanOutTo(options, endpoint)
      } catch (error) {
        errors.push(error)
      }
    }
    const isEndReached = page.length < ENDPOINTS_PER_PASS && errors.length < MAX_ERRORS
    after = isEndReached ? '' : last
    if (errors.length > 0) throw errors[0]
    return added
  }
}

async function fanOutTo(
  { transact, events, newId }: FanOutOptions,
  { partnerId, id, types, position, head }: Behind,
): Promise<number> {
  const found = await events.list(partnerId, {
    afterPosition: position,
    limit: EVENTS_PER_ENDPOINT,
    types: types?.length ? types : undefined,
  })
  const isComplete = found.length < EVENTS_PER_ENDPOINT
  const lastPosition = found.at(-1)?.position ?? 0
  // A complete list omits no matching event up to `head`, and may contain newer events.
  const next = isComplete ? Math.max(head, lastPosition) : lastPosition
  return transact(async (transaction) => {
    // Another instance may have moved the cursor.
    const { count } = await transaction.webhookEndpoint.updateMany({
      data: { position: next },
      where: { partnerId, id, position, status: 'active' },
    })
    if (count === 0 || found.length === 0) return 0
    const data = found.map((event) => ({
      id: newId(),
      partnerId,
      endpointId: id,
      eventId: event.id,
      type: event.type,
      position: event.position,
      accountId: event.account?.id ?? '',
    }))
    return (await transaction.webhookDelivery.createMany({ data })).count
  })
}
