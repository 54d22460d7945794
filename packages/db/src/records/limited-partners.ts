import type { TestFilter } from '@partner-accounts/core'
import { isLiveOnly, testPartnerIds } from '../partners/test-partners.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'

interface Sought {
  since: Date
  after: string
  limit: number
}

// Prisma would compile one condition per excluded partner.
const LIMITED_PARTNERS = statement({
  name: 'limited_partners',
  parameters: { since: 'timestamptz', after: 'text', limit: 'int8', excluded: 'text[]' },
  columns: { partnerId: 'text', requests: 'int4', lastMinute: 'timestamptz' },
  text: `
    SELECT partner_id AS "partnerId", sum(requests)::int AS requests, max(minute) AS "lastMinute"
    FROM rate_limit_rejections
    WHERE partner_id > :after AND minute >= :since AND partner_id <> ALL (:excluded::text[])
    GROUP BY partner_id
    ORDER BY partner_id
    LIMIT :limit
  `,
})

/** Returns partners whose requests were rejected, in order of their ids. */
export async function limitedPartners(run: RunStatement, { since, after, limit, ...filter }: Sought & TestFilter) {
  const excluded = isLiveOnly(filter) ? await testPartnerIds(run) : []
  return run(LIMITED_PARTNERS, { since, after, limit, excluded })
}
