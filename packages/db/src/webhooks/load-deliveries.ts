import {
  type ClaimedWebhookDelivery,
  type EventStore,
  isSealedByFirst,
  type PartnerEvent,
  type PartnerMode,
  type SealingKeys,
  unsealWithKeyring,
} from '@partner-accounts/core'
import type { Client, TransactClient } from '../prisma/client.ts'
import { runIn } from '../prisma/create-prisma.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { modeOf } from '../partners/partner-store.ts'
import { orError } from '../queue/or-error.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { isReceiving, parkClaimed } from './parking.ts'
import { sealSecret, secretContext, secretsOf, toWebhook, webhookColumns } from './webhook-values.ts'

interface ClaimedRow {
  partnerId: string
  id: string
  attempts: number
  endpointId: string
  eventId: string
  type: ClaimedWebhookDelivery['type']
  position: number
  createdAt: Date
}

/** Maximum number of positions in a range that is read together. */
const MAX_EVENTS = 100

const select = { ...webhookColumns, sealedSecret: true, sealedPreviousSecret: true, previousExpiresAt: true } as const

type Endpoint = Prisma.WebhookEndpointGetPayload<{ select: typeof select }> & { mode: PartnerMode }

export interface LoadOptions {
  client: Client
  run: RunStatement
  transact: TransactClient
  events: EventStore
  sealingKeys: SealingKeys
}

/** Returns claimed deliveries with their endpoints and events. Parks those that cannot be sent now. */
export async function loadDeliveries(options: LoadOptions, rows: ClaimedRow[]): Promise<ClaimedWebhookDelivery[]> {
  const { client, run, events, sealingKeys } = options
  const endpoints = await findEndpoints(client, rows)
  const canReceive = (row: ClaimedRow) => isReceiving(endpoints.get(row.endpointId)?.status, row.type)
  const receivable = rows.filter(canReceive)
  await parkAll(
    options,
    rows.filter((row) => !canReceive(row)),
  )
  const found = await eventsOf(events, receivable)
  const now = await readClock(run)
  for (const endpoint of endpoints.values()) await resealSecret(client, sealingKeys, endpoint)
  return receivable.map((row) => {
    const endpoint = endpoints.get(row.endpointId)!
    return {
      id: row.id,
      partnerId: row.partnerId,
      mode: endpoint.mode,
      attempts: row.attempts,
      webhook: toWebhook(endpoint),
      secrets: orError(() => secretsOf(endpoint, now, sealingKeys)),
      eventId: row.eventId,
      type: row.type,
      createdAt: row.createdAt,
      event: found.get(row.eventId),
    }
  })
}

/** Returns the rows' endpoints by id. Omits those of suspended partners. */
async function findEndpoints(client: Client, rows: readonly ClaimedRow[]): Promise<Map<string, Endpoint>> {
  const partnerId = { in: [...new Set(rows.map((row) => row.partnerId))] }
  const id = { in: [...new Set(rows.map((row) => row.endpointId))] }
  const partners = await client.partner.findMany({
    select: { id: true, testOf: true },
    where: { id: partnerId, status: 'active' },
  })
  const modes = new Map(partners.map((partner) => [partner.id, modeOf(partner)]))
  const endpoints = new Map<string, Endpoint>()
  for (const endpoint of await client.webhookEndpoint.findMany({ select, where: { partnerId, id } })) {
    const mode = modes.get(endpoint.partnerId)
    if (mode !== undefined) endpoints.set(endpoint.id, { ...endpoint, mode })
  }
  return endpoints
}

async function parkAll({ transact }: LoadOptions, rows: readonly ClaimedRow[]): Promise<void> {
  const byEndpoint = new Map<string, ClaimedRow[]>()
  for (const row of rows) byEndpoint.set(row.endpointId, [...(byEndpoint.get(row.endpointId) ?? []), row])
  for (const [id, ofEndpoint] of byEndpoint) {
    const { partnerId } = ofEndpoint[0]!
    const claimed = ofEndpoint.map((row) => ({ id: row.id, type: row.type }))
    await transact((transaction) => parkClaimed(transaction, runIn(transaction), { partnerId, id }, claimed))
  }
}

/** Reseals an endpoint's secret with the first key, so that the key that sealed it can be removed. */
async function resealSecret(client: Client, sealingKeys: SealingKeys, endpoint: Endpoint): Promise<void> {
  const { partnerId, id, sealedSecret } = endpoint
  if (isSealedByFirst(sealedSecret, sealingKeys)) return
  const secret = orError(() => unsealWithKeyring(sealedSecret, sealingKeys, secretContext(id)))
  if (typeof secret !== 'string') return
  await client.webhookEndpoint.updateMany({
    data: { sealedSecret: sealSecret(id, secret, sealingKeys) },
    where: { partnerId, id, sealedSecret },
  })
}

/** Returns the deliveries' events by their ids. Reads a partner's events in one range if they are close together. */
async function eventsOf(events: EventStore, rows: readonly ClaimedRow[]): Promise<Map<string, PartnerEvent>> {
  const found = new Map<string, PartnerEvent>()
  const byPartner = new Map<string, number[]>()
  for (const { partnerId, position } of rows) {
    // A test has no event, and its position is 0.
    if (position > 0) byPartner.set(partnerId, [...(byPartner.get(partnerId) ?? []), position])
  }
  for (const [partnerId, positions] of byPartner) {
    for (const { first, last } of rangesOf(positions)) {
      const range = { afterPosition: first - 1, limit: last - first + 1 }
      for (const event of await events.list(partnerId, range)) found.set(event.id, event)
    }
  }
  return found
}

/** Groups positions into ranges of at most `MAX_EVENTS` positions. */
function rangesOf(positions: readonly number[]): { first: number; last: number }[] {
  const ranges: { first: number; last: number }[] = []
  for (const position of positions.toSorted((one, other) => one - other)) {
    const range = ranges.at(-1)
    if (range && position < range.first + MAX_EVENTS) range.last = position
    else ranges.push({ first: position, last: position })
  }
  return ranges
}
