import type { ClaimedMail, DeliveryQueue, MailKind, SealingKeys } from '@partner-accounts/core'
import { partnerOf } from '../keys.ts'
import type { Client } from '../prisma/client.ts'
import { CANDIDATES_PER_CLAIM, claimedRows, forEachGroup, laterStart } from '../queue/claims.ts'
import { orError } from '../queue/or-error.ts'
import type { CitusCheck } from '../sql/citus.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement, typed } from '../sql/statement.ts'
import { findResellers, unsealContent } from './content.ts'
import { type Candidate, Shares } from './shares.ts'

// Hot: every instance polls each second. Prisma cannot compare with the database's clock, nor skip locked rows.

// Rounds the time like the column. Otherwise, a mail could become due half a millisecond late.
const DUE = statement({
  name: 'mails_due',
  parameters: { limit: 'int8' },
  columns: { partnerId: 'text', id: 'text', priority: 'int2' },
  text: `
    SELECT partner_id AS "partnerId", id, priority FROM mails
    WHERE status = 'queued' AND due_at <= statement_timestamp()::timestamptz(3)
    ORDER BY priority, due_at
    LIMIT :limit
  `,
})

// An index on partners lets a search skip the other mails of a partner that has very many.
const DUE_BY_PARTNER = statement({
  name: 'mails_due_by_partner',
  parameters: { from: 'text', limit: 'int8' },
  columns: { partnerId: 'text', id: 'text' },
  text: `
    SELECT partner_id AS "partnerId", id FROM mails
    WHERE status = 'queued' AND due_at <= statement_timestamp()::timestamptz(3) AND partner_id >= :from
    ORDER BY partner_id, priority, due_at
    LIMIT :limit
  `,
})

// Excludes the other statuses instead of requiring `queued`: until statistics reflect a burst, PostgreSQL would use the
// index on that status, and read the whole queue.
const CLAIM = statement({
  name: 'mails_claim',
  parameters: { partnerIds: 'text[]', ids: 'text[]', claimSeconds: 'float8' },
  columns: {
    partnerId: 'text',
    id: 'text',
    attempts: 'int4',
    kind: typed<MailKind>('text'),
    recipient: 'text',
    sealedContent: 'bytea?',
    accountId: 'text?',
  },
  text: `
    UPDATE mails
    SET attempts = attempts + 1, due_at = statement_timestamp() + make_interval(secs => :claimSeconds)
    WHERE partner_id = ANY (:partnerIds::text[]) AND id IN (
      SELECT id FROM mails
      WHERE partner_id = ANY (:partnerIds::text[]) AND id = ANY (:ids::text[])
        AND status NOT IN ('sent', 'failed', 'kept')
        AND due_at <= statement_timestamp()::timestamptz(3)
      FOR UPDATE SKIP LOCKED
    )
    RETURNING
      partner_id AS "partnerId", id, attempts, kind, recipient, sealed_content AS "sealedContent",
      account_id AS "accountId"
  `,
})

export interface MailClaimOptions {
  client: Client
  run: RunStatement
  hasCitus: CitusCheck
  sealingKeys: SealingKeys
}

interface DueMail extends Candidate {
  priority: number
}

/**
 * Returns a function that claims due mails. A partner gets more than half of the places only if the mails of others do not
 * fill the rest.
 */
export function createMailClaim(options: MailClaimOptions): DeliveryQueue<ClaimedMail>['claim'] {
  const selectRoundRobin = createRoundRobin(options.run)

  return async (limit, claimSeconds, inFlight = []) => {
    const current = [...inFlight]
    const pageSize = limit * CANDIDATES_PER_CLAIM
    const claimFirst = async (candidates: readonly DueMail[], isPageFull: boolean) => {
      const shares = new Shares(limit, current)
      // Behind a full page, mails of other partners may be due.
      const first = isPageFull ? candidates.filter(({ priority }) => priority === 0) : candidates
      shares.select(first)
      if (isPageFull) await selectRoundRobin(shares, limit)
      shares.fill(candidates)
      return claim(options, shares.selected, claimSeconds)
    }
    for (;;) {
      const due = await options.run(DUE, { limit: pageSize })
      const isPageFull = due.length === pageSize
      const claimed = await claimFirst(due, isPageFull)
      if (claimed.length > 0 || due.length <= limit) return claimed
      // Other instances claimed the first mails.
      const later = await claimFirst(due.slice(laterStart(due.length, limit)), isPageFull)
      if (later.length > 0) return later
    }
  }
}

/** Returns a function that selects mails of all partners, round robin. It begins behind the first partner of the previous call. */
function createRoundRobin(run: RunStatement): (shares: Shares, limit: number) => Promise<void> {
  let start = ''

  return async (shares, limit) => {
    let nextStart: string | undefined
    for (const begin of new Set([start, ''])) {
      let from: string | undefined = begin
      while (from !== undefined && !shares.areComplete) {
        const page = await readPartners(run, from, limit)
        const [first] = shares.select(page.mails)
        if (first) nextStart ??= behind(first.partnerId)
        from = page.next
      }
    }
    start = nextStart ?? start
  }
}

interface PartnersPage {
  mails: Candidate[]
  /** Where the next page begins; absent from the last page. */
  next?: string
}

/** Reads due mails of at least one partner, and at most `limit` of each. */
async function readPartners(run: RunStatement, from: string, limit: number): Promise<PartnersPage> {
  const mails = await run(DUE_BY_PARTNER, { from, limit })
  const last = mails.at(-1)
  if (!last || mails.length < limit) return { mails }
  // The last partner may have more mails, so the next page begins with it.
  const complete = mails.filter(({ partnerId }) => partnerId !== last.partnerId)
  return complete.length > 0 ? { mails: complete, next: last.partnerId } : { mails, next: behind(last.partnerId) }
}

/** Returns a text that sorts after this id and before every later id, all of which have the same length. */
const behind = (id: string) => `${id}0`

/** Claims mails, except those that another instance claimed first. */
async function claim(
  { client, run, hasCitus, sealingKeys }: MailClaimOptions,
  due: readonly Candidate[],
  claimSeconds: number,
): Promise<ClaimedMail[]> {
  const settled = await forEachGroup(due, await hasCitus(), ({ partnerIds, items }) =>
    run(CLAIM, { partnerIds, ids: items.map(({ id }) => id), claimSeconds }),
  )
  const rows = claimedRows(settled, due)
  const resellers = await findResellers(client, rows)
  return rows.map(({ id, partnerId, kind, recipient, sealedContent, attempts }, index) => ({
    id,
    partnerId: partnerOf(partnerId),
    kind,
    recipient,
    content: orError(() => unsealContent(id, sealedContent!, sealingKeys)),
    attempts,
    reseller: resellers[index],
  }))
}
