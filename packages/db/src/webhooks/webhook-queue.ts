import type {
  ClaimedWebhookDelivery,
  DeliveryOutcome,
  DeliveryQueue,
  EventStore,
  EventType,
  IdGenerator,
  PartnerEvent,
  SealingKeys,
  Webhook,
  WebhookReport,
} from '@partner-accounts/core'
import { LIMITS } from '@partner-accounts/core'
import { sql, type SqlBool } from 'kysely'
import type { Client, TransactClient } from '../prisma/client.ts'
import { type ClaimedRow, createDeliveryQueue, orError } from '../queue/delivery-queue.ts'
import type { CitusCheck } from '../sql/citus.ts'
import { afterSeconds, readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { queries, Statement } from '../sql/statement.ts'
import { DUE_NOW, reschedule, secretsOf, toWebhook, webhookColumns } from './webhook-values.ts'

export interface WebhookQueue extends DeliveryQueue<ClaimedWebhookDelivery, WebhookReport> {
  /** Adds deliveries of the events that endpoints have not received yet, and returns their number. */
  fanOut(): Promise<number>
}

const MAX_ENDPOINTS = 1_000
const EVENTS_PER_FAN_OUT = 100

// Prisma cannot compare columns of two tables.
const BEHIND = new Statement('webhook_endpoints_behind', () =>
  queries
    .selectFrom('webhook_endpoints as e')
    .innerJoin('partners as p', 'p.id', 'e.partner_id')
    .where('e.status', '=', 'active')
    .whereRef('e.position', '<', 'p.event_count')
    .select([
      'e.partner_id as partnerId',
      'e.id',
      'e.types',
      'e.position',
      'e.failing_since as failingSince',
      'p.event_count as head',
    ])
    .limit(MAX_ENDPOINTS),
)

/**
 * The first attempts of events about one account are made in their order. A comparison, because PostgreSQL may turn
 * `NOT EXISTS` into a join that compares all queued deliveries with each other.
 */
const isNext = sql<SqlBool>`webhook_deliveries.position <= coalesce((
  SELECT min(earlier.position) FROM webhook_deliveries AS earlier
  WHERE earlier.partner_id = webhook_deliveries.partner_id AND earlier.endpoint_id = webhook_deliveries.endpoint_id
    AND earlier.account_id = webhook_deliveries.account_id
    AND earlier.status = 'queued' AND earlier.last_error IS NULL
), webhook_deliveries.position)`

const COLUMNS = ['endpoint_id', 'event_id', 'type', 'position', 'created_at'] as const

type Row = ClaimedRow<'webhook_deliveries', (typeof COLUMNS)[number]>

export interface WebhookQueueOptions {
  client: Client
  run: RunStatement
  hasCitus: CitusCheck
  transact: TransactClient
  events: EventStore
  newId: IdGenerator
  sealingKeys: SealingKeys
  disable: (input: { webhook: Webhook; isGone: boolean }) => Promise<void>
}

export function createWebhookQueue({
  client,
  run,
  hasCitus,
  transact,
  events,
  newId,
  sealingKeys,
  disable,
}: WebhookQueueOptions): WebhookQueue {
  /** Endpoints whose latest attempt here failed get one request at a time. */
  const failing = new Set<string>()

  const queue: DeliveryQueue<ClaimedWebhookDelivery, WebhookReport> = createDeliveryQueue(run, hasCitus, {
    table: 'webhook_deliveries',
    columns: COLUMNS,
    finished: {
      sent_at: afterSeconds(sql`o.sent`),
      response_status: sql`(o.report ->> 'status')::smallint`,
      response_body: sql`o.report ->> 'body'`,
      duration_ms: sql`(o.report ->> 'durationMs')::int`,
    },
    lanes: {
      column: 'endpoint_id',
      of: ({ webhook }) => webhook.id,
      capacityOf: (id) => (failing.has(id) ? 1 : LIMITS.webhooks.inFlight),
      perPartner: LIMITS.webhooks.inFlightPerPartner,
    },
    isNext,
    load,
  })

  async function load(rows: Row[]): Promise<ClaimedWebhookDelivery[]> {
    const select = { ...webhookColumns, sealedSecret: true, sealedPreviousSecret: true, previousExpiresAt: true }
    const partnerId = { in: [...new Set(rows.map((row) => row.partnerId))] }
    const where = { partnerId, id: { in: [...new Set(rows.map((row) => row.endpoint_id))] } }
    const endpoints = new Map((await client.webhookEndpoint.findMany({ select, where })).map((row) => [row.id, row]))
    const found = await eventsOf(rows)
    const now = await readClock(run)
    return rows.flatMap((row) => {
      const endpoint = endpoints.get(row.endpoint_id)
      // Paused meanwhile: due again when the claim expires.
      if (!endpoint || !['active', 'unverified'].includes(endpoint.status)) return []
      return {
        id: row.id,
        partnerId: row.partnerId,
        attempts: row.attempts,
        webhook: toWebhook(endpoint),
        secrets: orError(() => secretsOf(endpoint, now, sealingKeys)),
        eventId: row.event_id,
        type: row.type as ClaimedWebhookDelivery['type'],
        createdAt: row.created_at,
        event: found.get(row.event_id),
      }
    })
  }

  /** Reads a partner's events in one range if they are close together. */
  async function eventsOf(rows: readonly Row[]): Promise<Map<string, PartnerEvent>> {
    const found = new Map<string, PartnerEvent>()
    const byPartner = new Map<string, number[]>()
    for (const { partnerId, position } of rows) {
      if (position > 0) byPartner.set(partnerId, [...(byPartner.get(partnerId) ?? []), position])
    }
    for (const [partnerId, positions] of byPartner) {
      const sorted = [...new Set(positions)].sort((a, b) => a - b)
      while (sorted.length > 0) {
        const first = sorted[0]!
        const range = sorted.splice(0, sorted.filter((position) => position < first + EVENTS_PER_FAN_OUT).length)
        const limit = range.at(-1)! - first + 1
        for (const event of await events.list(partnerId, { afterPosition: first - 1, limit }))
          found.set(event.id, event)
      }
    }
    return found
  }

  async function activateVerified(outcomes: readonly DeliveryOutcome<ClaimedWebhookDelivery, WebhookReport>[]) {
    for (const { delivery, failure } of outcomes) {
      const { webhook, type, partnerId } = delivery
      if (failure || webhook.status !== 'unverified' || type !== 'webhook.test') continue
      await client.webhookEndpoint.updateMany({
        data: { status: 'active', failingSince: null },
        where: { partnerId: partnerId!, id: webhook.id, status: 'unverified' },
      })
    }
  }

  /** Recovers or disables the endpoints. */
  async function noteEndpoints(outcomes: readonly DeliveryOutcome<ClaimedWebhookDelivery, WebhookReport>[]) {
    let now: Date | undefined
    for (const { delivery, failure, report } of outcomes) {
      const { webhook, partnerId } = delivery
      const where = { partnerId: partnerId!, id: webhook.id }
      if (!failure) {
        failing.delete(webhook.id)
        if (webhook.failingSince) await recover(where)
        continue
      }
      failing.add(webhook.id)
      now ??= await readClock(run)
      const since = webhook.failingSince ?? now
      const isDisabled = report.isGone || since <= secondsAfter(now, -LIMITS.webhooks.disabledAfterDays * 86_400)
      if (isDisabled) await disable({ webhook, isGone: report.isGone })
      else if (!webhook.failingSince)
        await client.webhookEndpoint.updateMany({
          data: { failingSince: now },
          where: { ...where, failingSince: null },
        })
    }
  }

  /** What waits for a retry is due now. */
  async function recover({ partnerId, id }: { partnerId: string; id: string }) {
    const { count } = await client.webhookEndpoint.updateMany({
      data: { failingSince: null },
      where: { partnerId, id, failingSince: { not: null } },
    })
    if (count > 0) await reschedule(client, { partnerId, id }, DUE_NOW, { lastError: { not: null } })
  }

  async function fanOutTo({ partnerId, id, types, position, head }: (typeof BEHIND)['row']): Promise<number> {
    const found = await events.list(partnerId, {
      afterPosition: position,
      limit: EVENTS_PER_FAN_OUT,
      types: types?.length ? (types as EventType[]) : undefined,
    })
    const isComplete = found.length < EVENTS_PER_FAN_OUT
    const next = Math.max(isComplete ? head : 0, found.at(-1)?.position ?? 0)
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

  return {
    ...queue,

    async record(outcomes) {
      // Before: a test that is recorded is not repeated, so its endpoint would stay unverified if the instance was killed.
      await activateVerified(outcomes)
      await queue.record(outcomes)
      await noteEndpoints(outcomes)
    },

    async fanOut() {
      let added = 0
      for (const endpoint of await run(BEHIND, {})) {
        const { partnerId, id, failingSince } = endpoint
        const limit = failingSince ? LIMITS.webhooks.waitingWhileFailing : LIMITS.webhooks.waiting
        const where = { partnerId, endpointId: id, status: 'queued' }
        if ((await client.webhookDelivery.count({ where })) < limit) added += await fanOutTo(endpoint)
      }
      return added
    },
  }
}
