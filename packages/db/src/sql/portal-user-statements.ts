import { sql } from 'kysely'
import { type Given, queries, Statement } from './statement.ts'

/** The rights of a signed-in user. Cached for a few seconds only, so it is among the most frequent statements. */
export const ACCESS = new Statement('portal_user_access', ({ userId }: Given<{ userId: string }>) =>
  queries
    .selectFrom('portal_users as u')
    .innerJoin('partners as p', 'p.id', 'u.partner_id')
    .select(({ cast, ref }) => [
      'u.partner_id as partnerId',
      'u.status as userStatus',
      'p.status as partnerStatus',
      'u.token_generation as tokenGeneration',
      cast<string[]>(ref('u.permissions'), sql`text[]`).as('permissions'),
    ])
    .where('u.id', '=', userId),
)

/** E-mails are compared in the form that their unique index has. */
export const CREDENTIALS = new Statement('portal_user_credentials', ({ email }: Given<{ email: string }>) =>
  queries
    .selectFrom('portal_users')
    .select([
      'id',
      'partner_id as partnerId',
      'kind',
      'status',
      'password_hash as passwordHash',
      'token_generation as tokenGeneration',
    ])
    .where(({ eb, fn, ref }) => eb(fn<string>('lower', [sql`${ref('email')} COLLATE "C"`]), '=', email)),
)

/** In the order of their ids, so that concurrent transactions wait for each other. */
export const LOCK_MANAGERS = new Statement('portal_user_lock_managers', ({ partnerId }: Given<{ partnerId: string }>) =>
  queries
    .selectFrom('portal_users')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where(sql<boolean>`'users:manage' = ANY (permissions)`)
    .orderBy('id')
    .forUpdate(),
)

export const RECORD_SIGN_IN = new Statement('portal_user_record_sign_in', ({ id }: Given<{ id: string }>) =>
  queries
    .updateTable('portal_users')
    .set({ last_signed_in_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id),
)
