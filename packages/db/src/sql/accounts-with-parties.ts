import { queries } from './statement.ts'

/** Accounts `a` with their employers `e`. */
export const accountsWithEmployers = queries
  .selectFrom('accounts as a')
  .innerJoin('employers as e', (join) =>
    join.onRef('e.partner_id', '=', 'a.partner_id').onRef('e.number', '=', 'a.number'),
  )

/** Accounts `a` with their employers `e` and administrators `d`. */
export const accountsWithParties = accountsWithEmployers.innerJoin('administrators as d', (join) =>
  join.onRef('d.partner_id', '=', 'a.partner_id').onRef('d.account_id', '=', 'a.id'),
)
