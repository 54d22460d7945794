import { LIMITS, type SubscriptionStatus } from '@partner-accounts/core'
import { statement, typed } from '../sql/statement.ts'
import { SUBSCRIPTION_TOTALS } from './page.ts'

/** `createdFrom` and `createdBefore` are milliseconds since 1970. */
const FILTER_PARAMETERS = {
  subscriptionStatuses: 'text[]',
  administratorActivated: 'bool[]',
  createdFrom: 'float8',
  createdBefore: 'float8',
} as const

const PARTNER_PARAMETER = { partnerId: 'text' } as const

const PAGE_PARAMETERS = { offset: 'int4', pageSize: 'int4' } as const

/** The outer joins make columns nullable: a page without accounts has one row with the total. */
const FOUND = {
  created: 'float8?',
  id: 'text?',
  partnerId: 'text?',
  number: 'int4?',
  activeEmployees: 'int4?',
  name: 'text?',
  tradeName: 'text?',
  cpf: 'text?',
  cnpj: 'text?',
  financialEmail: 'text?',
  fullName: 'text?',
  email: 'text?',
  mobilePhone: 'text?',
  subscriptionStatus: typed<SubscriptionStatus | null>('text?'),
  isAdministratorActivated: 'bool?',
  isTokenRevoked: 'bool?',
  subscriptionEmployees: 'int4?',
  subscriptionFaceIds: 'int4?',
  total: 'int4',
} as const

/** The columns of `FOUND`. `created` is a number of milliseconds for both `pg` and Prisma. */
const SELECT_FOUND = `
  SELECT
    date_part('epoch', a.created_at) * 1000 AS created,
    a.id, a.partner_id AS "partnerId", a.number, a.active_employees AS "activeEmployees",
    a.name, a.trade_name AS "tradeName", a.cpf, a.cnpj, a.financial_email AS "financialEmail",
    a.full_name AS "fullName", a.email, a.mobile_phone AS "mobilePhone",
    a.subscription_status AS "subscriptionStatus", a.administrator_activated AS "isAdministratorActivated",
    a.api_token_hash IS NULL AS "isTokenRevoked",
    s.employees AS "subscriptionEmployees", s.face_ids AS "subscriptionFaceIds",
    summary.total`

/**
 * Reads the total of `summary`, and the accounts whose numbers are in `page`. The limit makes the planner look up single
 * rows, however many accounts it expects.
 */
const FROM_PAGE = `
  FROM summary
  LEFT JOIN page ON true
  LEFT JOIN LATERAL (
    SELECT * FROM accounts
    WHERE partner_id = :partnerId AND number = page.number
    LIMIT 1
  ) AS a ON true
  LEFT JOIN LATERAL (${SUBSCRIPTION_TOTALS}) AS s ON true
  ORDER BY page.position`

/**
 * `window_accounts`: the partner's newest or oldest accounts with the filters' values, in order of creation. The index
 * begins with the filters' columns, so rare values cost no more than frequent ones.
 */
const windowAccounts = (direction: 'ASC' | 'DESC', condition = '') => `
  window_accounts AS (
    SELECT entry.partner_id, entry.number, entry.created_at, entry.terms
    FROM unnest(:subscriptionStatuses::text[]) AS status (value)
    CROSS JOIN unnest(:administratorActivated::boolean[]) AS activated (value)
    CROSS JOIN LATERAL (
      SELECT partner_id, number, created_at, terms FROM accounts
      WHERE partner_id = :partnerId
        AND subscription_status = status.value AND administrator_activated = activated.value
        AND created_at >= to_timestamp(:createdFrom::float8 / 1000)
        AND created_at < to_timestamp(:createdBefore::float8 / 1000)
        ${condition}
      ORDER BY created_at ${direction}, number ${direction}
      LIMIT ${LIMITS.search.window}
    ) AS entry
    ORDER BY entry.created_at ${direction}, entry.number ${direction}
    LIMIT ${LIMITS.search.window}
  )`

const NEWEST_FIRST = 'created_at DESC, number DESC'
const OLDEST_FIRST = 'created_at, number'
/** Terms begin with the legal name, without accents. */
const BY_NAME = 'terms COLLATE "C", number'

/** `page`: one page of `hits`, sorted by `order`. */
const pageBy = (order: string) => `
  page AS (
    SELECT partner_id, number, row_number() OVER (ORDER BY ${order}) AS position
    FROM hits
    ORDER BY position
    LIMIT :pageSize::int OFFSET :offset::int
  )`

/** Searches the window: the newest or oldest accounts with the filters' values. `windowSize` is their number. */
const inWindow = (name: string, direction: 'ASC' | 'DESC', order: string) =>
  statement({
    name,
    parameters: { ...PARTNER_PARAMETER, ...FILTER_PARAMETERS, ...PAGE_PARAMETERS, patterns: 'text[]' },
    columns: { ...FOUND, windowSize: 'int4' },
    text: `
      WITH ${windowAccounts(direction)},
      hits AS (
        -- A space precedes each word, as in the index of words.
        SELECT partner_id, number, created_at, terms FROM window_accounts
        WHERE ' ' || terms LIKE ALL (:patterns::text[])
      ),
      ${pageBy(order)},
      summary AS (
        SELECT (SELECT count(*)::int FROM hits) AS total, (SELECT count(*)::int FROM window_accounts) AS window_size
      )
      ${SELECT_FOUND}, summary.window_size AS "windowSize"
      ${FROM_PAGE}
    `,
  })

export const IN_WINDOW = {
  newest: inWindow('account_search_window_newest', 'DESC', NEWEST_FIRST),
  oldest: inWindow('account_search_window_oldest', 'ASC', OLDEST_FIRST),
  name: inWindow('account_search_window_name', 'DESC', BY_NAME),
}

/** Returns the words that match a pattern, from the most recent accounts of the window with such words. */
export const WORDS = statement({
  name: 'account_search_words',
  parameters: { ...PARTNER_PARAMETER, ...FILTER_PARAMETERS, similar: 'text[]' },
  columns: { word: 'text', accounts: 'int4' },
  text: `
    WITH ${windowAccounts('DESC')},
    hits AS (
      SELECT terms FROM window_accounts
      WHERE ' ' || terms || ' ' LIKE ANY (:similar::text[])
      LIMIT ${LIMITS.search.similarAccounts}
    )
    SELECT word, count(*)::int AS accounts
    FROM hits
    CROSS JOIN LATERAL string_to_table(terms, ' ') AS words (word)
    WHERE ' ' || word || ' ' LIKE ANY (:similar::text[])
    GROUP BY word
  `,
})

/** A search has at most six words. With fewer, the last word is repeated, and the index reads it only once. */
const WORD_PARAMETERS = {
  word1: 'text',
  word2: 'text',
  word3: 'text',
  word4: 'text',
  word5: 'text',
  word6: 'text',
} as const

/** The index combines the partner and every word, so the cost depends on the number of accounts with all of them. */
const MATCHES = `
  subscription_status = ANY (:subscriptionStatuses::text[])
  AND administrator_activated = ANY (:administratorActivated::boolean[])
  AND created_at >= to_timestamp(:createdFrom::float8 / 1000)
  AND created_at < to_timestamp(:createdBefore::float8 / 1000)
  AND ' ' || terms LIKE :word1 AND ' ' || terms LIKE :word2 AND ' ' || terms LIKE :word3
  AND ' ' || terms LIKE :word4 AND ' ' || terms LIKE :word5 AND ' ' || terms LIKE :word6`

/** Searches all accounts of the partner. A limit would make the planner read accounts until enough match, so it has none. */
const everywhere = (name: string, order: string) =>
  statement({
    name,
    parameters: { ...PARTNER_PARAMETER, ...FILTER_PARAMETERS, ...PAGE_PARAMETERS, ...WORD_PARAMETERS },
    columns: FOUND,
    text: `
      WITH hits AS (
        SELECT partner_id, number, created_at, terms FROM accounts
        WHERE partner_id = :partnerId AND ${MATCHES}
      ),
      ${pageBy(order)},
      summary AS (
        SELECT (SELECT count(*)::int FROM hits) AS total
      )
      ${SELECT_FOUND}
      ${FROM_PAGE}
    `,
  })

export const EVERYWHERE = {
  newest: everywhere('account_search_all_newest', NEWEST_FIRST),
  oldest: everywhere('account_search_all_oldest', OLDEST_FIRST),
  name: everywhere('account_search_all_name', BY_NAME),
}

/**
 * Searches accounts of all partners. If more accounts match than the limit, finds only some of them, in no particular order.
 * An empty page is one row with only the total.
 */
const allPartners = (name: string, order: string) =>
  statement({
    name,
    parameters: { ...FILTER_PARAMETERS, ...PAGE_PARAMETERS, ...WORD_PARAMETERS },
    columns: { partnerId: 'text?', number: 'int4?', total: 'int4' },
    text: `
      WITH hits AS (
        SELECT partner_id, number, created_at, terms FROM accounts
        WHERE ${MATCHES}
        LIMIT ${LIMITS.search.window}
      ),
      ${pageBy(order)},
      summary AS (
        SELECT (SELECT count(*)::int FROM hits) AS total
      )
      SELECT page.partner_id AS "partnerId", page.number, summary.total
      FROM summary
      LEFT JOIN page ON true
      ORDER BY page.position
    `,
  })

export const ALL_PARTNERS = {
  newest: allPartners('account_search_partners_newest', NEWEST_FIRST),
  oldest: allPartners('account_search_partners_oldest', OLDEST_FIRST),
  name: allPartners('account_search_partners_name', BY_NAME),
}

/** Reads the accounts with these numbers of one partner. */
export const DETAILS = statement({
  name: 'account_search_details',
  parameters: { partnerId: 'text', numbers: 'int4[]' },
  columns: FOUND,
  text: `
    WITH summary AS (
      SELECT 0 AS total
    ),
    page AS (
      SELECT number, number AS position FROM unnest(:numbers::int[]) AS given (number)
    )
    ${SELECT_FOUND}
    ${FROM_PAGE}
  `,
})

/**
 * Pages without filters. Only the lowest numbers are ever deleted, so the others have no gaps from `deleted_accounts` + 1 to
 * `account_count`, and a page is a range of them. `first` and `last` are positions in the list of the partner's accounts,
 * from 1.
 */
export const UNFILTERED = {
  newest: statement({
    name: 'account_search_page_newest',
    parameters: { partnerId: 'text', first: 'int8', last: 'int8' },
    columns: FOUND,
    text: `
      WITH summary AS (
        SELECT account_count - deleted_accounts AS total FROM partners WHERE id = :partnerId
      ),
      page AS (
        SELECT entry.number, -entry.number AS position
        FROM partners AS p
        JOIN accounts AS entry ON entry.partner_id = p.id
        WHERE p.id = :partnerId
          AND entry.number <= p.account_count + 1 - :first::bigint
          AND entry.number >= p.account_count + 1 - :last::bigint
        LIMIT ${LIMITS.page.maxSize}
      )
      ${SELECT_FOUND}
      ${FROM_PAGE}
    `,
  }),
  oldest: statement({
    name: 'account_search_page_oldest',
    parameters: { partnerId: 'text', first: 'int8', last: 'int8' },
    columns: FOUND,
    text: `
      WITH summary AS (
        SELECT account_count - deleted_accounts AS total FROM partners WHERE id = :partnerId
      ),
      page AS (
        SELECT entry.number, entry.number AS position
        FROM partners AS p
        JOIN accounts AS entry ON entry.partner_id = p.id
        WHERE p.id = :partnerId
          AND entry.number >= p.deleted_accounts + :first::bigint
          AND entry.number <= p.deleted_accounts + :last::bigint
        LIMIT ${LIMITS.page.maxSize}
      )
      ${SELECT_FOUND}
      ${FROM_PAGE}
    `,
  }),
}

/**
 * Returns the next part of an export, after the last account of the previous part. `total` counts the window's
 * accounts. `lastCreated` and `lastNumber` identify the oldest account of the window.
 */
export const EXPORT = statement({
  name: 'account_export',
  parameters: {
    ...PARTNER_PARAMETER,
    ...FILTER_PARAMETERS,
    patterns: 'text[]',
    afterCreated: 'float8',
    afterNumber: 'int4',
  },
  columns: { ...FOUND, lastCreated: 'float8?', lastNumber: 'int4?' },
  text: `
    WITH ${windowAccounts('DESC', 'AND (created_at, number) < (to_timestamp(:afterCreated::float8 / 1000), :afterNumber::int)')},
    page AS (
      SELECT partner_id, number, row_number() OVER (ORDER BY ${NEWEST_FIRST}) AS position
      FROM window_accounts
      WHERE ' ' || terms LIKE ALL (:patterns::text[])
      ORDER BY position
      LIMIT ${LIMITS.search.exportPart}
    ),
    summary AS (
      SELECT
        (SELECT count(*)::int FROM window_accounts) AS total,
        (SELECT date_part('epoch', created_at) * 1000 FROM window_accounts ORDER BY created_at, number LIMIT 1) AS last_created,
        (SELECT number FROM window_accounts ORDER BY created_at, number LIMIT 1) AS last_number
    )
    ${SELECT_FOUND}, summary.last_created AS "lastCreated", summary.last_number AS "lastNumber"
    ${FROM_PAGE}
  `,
})
