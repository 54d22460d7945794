import { type Claimed, type DeliveryOutcome, type DeliveryQueue, MAIL_STATUSES } from '@partner-accounts/core'
import { type Expression, type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { NO_PARTNER } from '../keys.ts'
import type { CitusCheck } from '../sql/citus.ts'
import { afterSeconds, inSeconds, now } from '../sql/clock.ts'
import type { DB } from '../sql/generated/schema.ts'
import type { RunStatement } from '../sql/run.ts'
import { type Given, queries, Statement } from '../sql/statement.ts'

type QueueColumns = Pick<
  DB['mails'],
  'partner_id' | 'id' | 'status' | 'priority' | 'attempts' | 'due_at' | 'last_error'
>
type QueueTable = { [Table in keyof DB]: DB[Table] extends QueueColumns ? Table : never }[keyof DB]

interface Candidate {
  partnerId: string
  id: string
  lane: string
}

type Finished = Record<'partnerIds' | 'ids' | 'statuses' | 'reports', readonly string[]> & {
  attempts: readonly number[]
  errors: readonly (string | null)[]
  delays: readonly number[]
  sent: readonly (0 | null)[]
}

/** Deliveries of a lane, and those of a partner, have a maximum in flight per instance. */
export interface Lanes<Table extends QueueTable, Delivery> {
  column: keyof DB[Table] & string
  of: (delivery: Delivery) => string
  capacityOf: (lane: string) => number
  perPartner: number
}

export interface QueueOptions<Table extends QueueTable, Column extends keyof DB[Table], Delivery> {
  table: Table
  /** Passed to `load`. */
  columns: readonly Column[]
  /** Further columns to set from `o.status`, `o.report` (JSON) and `o.sent` (0, or NULL if it was not sent). */
  finished: Record<string, RawBuilder<unknown>>
  lanes?: Lanes<Table, Delivery>
  /** A further condition of candidates. */
  isNext?: RawBuilder<SqlBool>
  /** Those that are missing from the result cannot be delivered now. */
  load: (rows: ClaimedRow<Table, Column>[]) => Promise<Delivery[]>
}

export type ClaimedRow<Table extends QueueTable, Column extends keyof DB[Table]> = Selectable<
  Pick<DB[Table], Column>
> & {
  partnerId: string
  id: string
  attempts: number
}

/** Others may claim the first ones meanwhile. */
const CANDIDATES_PER_CLAIM = 4

/** Each queue's statuses are mails' or some of them. */
const FINISHED = MAIL_STATUSES.filter((status) => status !== 'queued')

/** Statements of one claim or record that run concurrently. They leave connections for requests. */
const CONCURRENT_STATEMENTS = 4

/**
 * On Citus, every statement that changes rows concerns one partner, so it goes to one node, where `SKIP LOCKED` is
 * possible.
 */
export function createDeliveryQueue<
  Table extends QueueTable,
  Column extends keyof DB[Table],
  Delivery extends Claimed,
  Report = undefined,
>(
  run: RunStatement,
  hasCitus: CitusCheck,
  { table, columns, finished, lanes, isNext, load }: QueueOptions<Table, Column, Delivery>,
): DeliveryQueue<Delivery, Report> {
  const { due, claim, finish, state } = statementsOf(
    table,
    columns as readonly never[],
    finished,
    lanes?.column,
    isNext,
  )

  const claimOf = async (candidates: readonly Candidate[], claimSeconds: number): Promise<Delivery[]> => {
    if (candidates.length === 0) return []
    const settled = await forEachGroup(candidates, await hasCitus(), (partnerIds, group) =>
      run(claim, { partnerIds, ids: group.map(({ id }) => id), claimSeconds }),
    )
    const rows = settled.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    const order = new Map(candidates.map(({ id }, index) => [id, index]))
    // Others of the claim are due again when it expires.
    if (rows.length === 0) {
      throwFirst(settled)
      return []
    }
    const claimed = await load(rows as ClaimedRow<Table, Column>[])
    return claimed.sort((a, b) => order.get(a.id)! - order.get(b.id)!)
  }

  return {
    async claim(limit, claimSeconds, inFlight = []) {
      const room = lanes && roomOf(lanes, inFlight)
      for (;;) {
        const candidates = await run(due, {
          full: room?.fullLanes ?? [],
          fullPartners: room?.fullPartners ?? [],
          limit: limit * CANDIDATES_PER_CLAIM,
        })
        const claimed = await claimOf(take(candidates, limit, room), claimSeconds)
        if (claimed.length > 0 || candidates.length <= limit) return claimed
        // Another instance was faster. It continues with the next ones, so this one does not.
        const start = limit + Math.floor(Math.random() * Math.max(1, candidates.length - 2 * limit))
        const others = await claimOf(take(candidates.slice(start), limit, room), claimSeconds)
        if (others.length > 0) return others
      }
    },

    async record(outcomes) {
      const items = outcomes.map((outcome) => ({ partnerId: outcome.delivery.partnerId ?? NO_PARTNER, outcome }))
      const settled = await forEachGroup(items, await hasCitus(), (partnerIds, group) =>
        run(finish, { partnerIds, ...finishedOf(group.map(({ outcome }) => outcome)) }),
      )
      throwFirst(settled)
    },

    async state(countTo) {
      const [row] = await run(state, { countTo })
      return row!
    },
  }
}

/** Counts what is in flight, by lane and by partner. */
function roomOf<Table extends QueueTable, Delivery extends Claimed>(
  { of, capacityOf, perPartner }: Lanes<Table, Delivery>,
  inFlight: Iterable<Delivery>,
) {
  const counts = { lanes: new Map<string, number>(), partners: new Map<string, number>() }
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
  const full = (map: Map<string, number>, capacity: (key: string) => number) =>
    [...map].filter(([key, count]) => count >= capacity(key)).map(([key]) => key)
  for (const delivery of inFlight) {
    add(counts.lanes, of(delivery))
    add(counts.partners, delivery.partnerId ?? NO_PARTNER)
  }
  return {
    fullLanes: full(counts.lanes, capacityOf),
    fullPartners: full(counts.partners, () => perPartner),
    /** Returns a function that reserves a place, or returns false if there is none. */
    reserving() {
      const [lanes, partners] = [new Map(counts.lanes), new Map(counts.partners)]
      return ({ lane, partnerId }: Candidate): boolean => {
        if ((lanes.get(lane) ?? 0) >= capacityOf(lane) || (partners.get(partnerId) ?? 0) >= perPartner) return false
        add(lanes, lane)
        add(partners, partnerId)
        return true
      }
    },
  }
}

/** Returns the first candidates for which there is room. */
function take(
  candidates: readonly Candidate[],
  limit: number,
  room: ReturnType<typeof roomOf> | undefined,
): Candidate[] {
  const reserve = room?.reserving() ?? (() => true)
  const taken: Candidate[] = []
  for (const candidate of candidates) {
    if (taken.length >= limit) break
    if (reserve(candidate)) taken.push(candidate)
  }
  return taken
}

function finishedOf(outcomes: readonly DeliveryOutcome<Claimed, unknown>[]): Omit<Finished, 'partnerIds'> {
  return {
    ids: outcomes.map(({ delivery }) => delivery.id),
    attempts: outcomes.map(({ delivery }) => delivery.attempts),
    statuses: outcomes.map(({ failure }) =>
      !failure ? 'sent' : failure.retryInSeconds === undefined ? 'failed' : 'queued',
    ),
    errors: outcomes.map(({ failure }) => failure?.error ?? null),
    delays: outcomes.map(({ failure }) => failure?.retryInSeconds ?? 0),
    // `CASE` with the clock is impossible on Citus.
    sent: outcomes.map(({ failure }) => (failure ? null : 0)),
    reports: outcomes.map(({ report }) => JSON.stringify(report ?? {})),
  }
}

async function forEachGroup<Item extends { partnerId: string }, Result>(
  items: readonly Item[],
  byPartner: boolean,
  work: (partnerIds: string[], group: readonly Item[]) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const partnerIds = [...new Set(items.map(({ partnerId }) => partnerId))]
  const groups: [string[], readonly Item[]][] = byPartner
    ? partnerIds.map((id) => [[id], items.filter(({ partnerId }) => partnerId === id)])
    : [[partnerIds, items]]
  const settled: PromiseSettledResult<Result>[] = []
  while (groups.length > 0) {
    const next = groups.splice(0, CONCURRENT_STATEMENTS)
    settled.push(...(await Promise.allSettled(next.map((group) => work(...group)))))
  }
  return settled
}

function throwFirst(settled: readonly PromiseSettledResult<unknown>[]): void {
  const rejected = settled.find((result) => result.status === 'rejected')
  if (rejected) throw rejected.reason
}

/** Returns what was thrown, so that a row that cannot be read keeps no others from being claimed. */
export function orError<T>(read: () => T): T | Error {
  try {
    return read()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const anyOf = (values: Expression<readonly string[]>) => sql<string>`ANY(${values}::text[])`

// Hot: every instance polls each second. Prisma cannot compare with the database's clock, nor skip locked rows.
function statementsOf(
  table: QueueTable,
  columns: readonly never[],
  finished: Record<string, RawBuilder<unknown>>,
  lane: string | undefined,
  isNext: RawBuilder<SqlBool> | undefined,
) {
  // Rounded as the column is, or a delivery could become due half a millisecond late.
  const isDue = sql<SqlBool>`${sql.ref(`${table}.due_at`)} <= ${now}::timestamptz(3)`
  // Not `= 'queued'`: when statistics do not know a burst yet, PostgreSQL would read the whole queue by that index.
  const isQueued = sql<SqlBool>`${sql.ref(`${table}.status`)} NOT IN (${sql.join(FINISHED)})`

  const due = new Statement(
    `${table}_due`,
    (given: Given<{ limit: number } & Record<'full' | 'fullPartners', readonly string[]>>) => {
      const laneColumn = lane === undefined ? sql<string>`''` : sql<string>`${sql.ref(`${table}.${lane}`)}`
      const candidates = queries
        .selectFrom(table)
        .select(['partner_id as partnerId', 'id', laneColumn.as('lane')])
        .where(sql<SqlBool>`${laneColumn} <> ALL (${given.full}::text[])`)
        .where(sql<SqlBool>`${sql.ref(`${table}.partner_id`)} <> ALL (${given.fullPartners}::text[])`)
        .where('status', '=', 'queued')
        .where(isDue)
        .orderBy('priority')
        .orderBy('due_at')
        .limit(sql<number>`${given.limit}::int`)
      return isNext ? candidates.where(isNext) : candidates
    },
  )

  const claim = new Statement(
    `${table}_claim`,
    ({
      partnerIds,
      ids,
      claimSeconds,
    }: Given<Record<'partnerIds' | 'ids', readonly string[]> & { claimSeconds: number }>) =>
      queries
        .updateTable(table)
        .where('partner_id', '=', anyOf(partnerIds))
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom(table)
            .select('id')
            .where('partner_id', '=', anyOf(partnerIds))
            .where('id', '=', anyOf(ids))
            .where(isQueued)
            .where(isDue)
            .forUpdate()
            .skipLocked(),
        )
        .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: inSeconds(claimSeconds) }))
        .returning(['partner_id as partnerId', 'id', 'attempts', ...columns]),
  )

  const finish = new Statement(`${table}_finish`, (given: Given<Finished>) =>
    queries
      .updateTable(table)
      .from(
        sql<object>`unnest(
          ${given.ids}::text[], ${given.attempts}::int[], ${given.statuses}::text[], ${given.errors}::text[],
          ${given.delays}::float8[], ${given.sent}::int[], ${given.reports}::jsonb[]
        )`.as<'o'>(sql`o (id, attempts, status, error, delay, sent, report)`),
      )
      .where('partner_id', '=', anyOf(given.partnerIds))
      .where(`${table}.id`, '=', anyOf(given.ids))
      .where(`${table}.id`, '=', sql<string>`o.id`)
      .where(`${table}.attempts`, '=', sql<number>`o.attempts`)
      .where(isQueued)
      .set({
        status: sql`o.status`,
        last_error: sql`o.error`,
        due_at: afterSeconds(sql`o.delay`),
        ...finished,
      }),
  )

  /** Counts each status up to `countTo`. */
  const state = new Statement(`${table}_state`, ({ countTo }: Given<{ countTo: number }>) => {
    const rows = queries.selectFrom(table)
    const count = (status: 'queued' | 'failed') =>
      sql<number>`(SELECT count(*)::int FROM (${rows.select('status').where('status', '=', status)} LIMIT ${countTo}::int) AS counted)`
    // The index finds the oldest delivery of each priority.
    const oldestDue = (priority: number) =>
      rows
        .select(({ fn }) => fn.min('due_at').as('due_at'))
        .where('status', '=', 'queued')
        .where('priority', '=', priority)
        .where('due_at', '<=', now)
    return queries.selectNoFrom([
      count('queued').as('queued'),
      count('failed').as('failed'),
      sql<number>`coalesce(extract(epoch FROM ${now} - least((${oldestDue(0)}), (${oldestDue(1)}))), 0)::float8`.as(
        'overdueSeconds',
      ),
    ])
  })

  return { due, claim, finish, state }
}
