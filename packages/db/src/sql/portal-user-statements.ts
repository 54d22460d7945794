import type { NewPortalUser, Permission } from '@partner-accounts/core'
import { sql } from 'kysely'
import { now } from './clock.ts'
import { filteredStatement, inUse } from './filtered-statement.ts'
import { type Given, queries, Statement } from './statement.ts'

/** Identifies a portal user. */
type PortalUserKey = Record<'partnerId' | 'id', string>

/** Stores a user and the e-mail's row, which makes the e-mail unique in the form of its key. */
export const ADD = new Statement(
  'portal_user_add',
  (
    given: Given<
      Omit<NewPortalUser, 'activation' | 'permissions'> & { emailKey: string; terms: string; permissions: Permission[] }
    >,
  ) =>
    queries
      .with('portal_user_email', (db) =>
        db
          .insertInto('portal_user_emails')
          .values({ email_key: given.emailKey, partner_id: given.partnerId, user_id: given.id }),
      )
      .insertInto('portal_users')
      .values({
        id: given.id,
        partner_id: given.partnerId,
        kind: given.kind,
        email: given.email,
        name: given.name,
        terms: given.terms,
        status: given.status,
        permissions: given.permissions,
        password_hash: given.passwordHash,
      }),
)

/** The rights of a signed-in user. Cached for a few seconds only, so it is among the most frequent statements. */
export const ACCESS = new Statement(
  'portal_user_access',
  ({ partnerId, userId }: Given<Record<'partnerId' | 'userId', string>>) =>
    queries
      .selectFrom('portal_users as u')
      .innerJoin('partners as p', 'p.id', 'u.partner_id')
      .select([
        'u.partner_id as partnerId',
        'u.status as userStatus',
        'p.status as partnerStatus',
        'u.token_generation as tokenGeneration',
        sql<string[]>`ARRAY(SELECT jsonb_object_keys(u.ended_sessions))`.as('endedSessions'),
        'u.permissions',
      ])
      .where('u.partner_id', '=', partnerId)
      .where('p.id', '=', partnerId)
      .where('u.id', '=', userId),
)

const users = queries
  .selectFrom('portal_users')
  .select(['id', 'partner_id as partnerId', 'kind', 'email', 'name', 'status', 'permissions'])

export const FIND = filteredStatement<{ id: string; partnerId?: string | undefined }>()(
  'portal_user_find',
  ({ id, partnerId }) => users.where((eb) => inUse(partnerId && eb('partner_id', '=', partnerId), eb('id', '=', id))),
)

export const LIST_OF_PARTNER = new Statement(
  'portal_user_list_of_partner',
  ({ partnerId, after, limit }: Given<{ partnerId: string; after: string; limit: number }>) =>
    users
      .select('last_signed_in_at as lastSignedInAt')
      .where('partner_id', '=', partnerId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
)

/** The portal user with an e-mail. */
export const WITH_EMAIL = new Statement('portal_user_with_email', ({ email }: Given<{ email: string }>) =>
  queries
    .selectFrom('portal_user_emails')
    .select(['partner_id as partnerId', 'user_id as id'])
    .where('email_key', '=', email),
)

export const CREDENTIALS = new Statement('portal_user_credentials', ({ partnerId, id }: Given<PortalUserKey>) =>
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
    .where('partner_id', '=', partnerId)
    .where('id', '=', id),
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

export const RECORD_SIGN_IN = new Statement('portal_user_record_sign_in', ({ partnerId, id }: Given<PortalUserKey>) =>
  queries
    .updateTable('portal_users')
    .set({ last_signed_in_at: now })
    .where('partner_id', '=', partnerId)
    .where('id', '=', id),
)

interface EndedSession extends PortalUserKey {
  sessionId: string
  forSeconds: number
}

const secondsNow = sql`extract(epoch FROM ${now})::bigint`

/** Adds an ended session, forgets those that can no longer be used, and counts the rest. */
export const END_SESSION = new Statement(
  'portal_user_end_session',
  ({ partnerId, id, sessionId, forSeconds }: Given<EndedSession>) =>
    queries
      .updateTable('portal_users')
      .set({
        ended_sessions: sql`(
        SELECT coalesce(jsonb_object_agg(session, until), '{}')
        FROM jsonb_each_text(ended_sessions) AS ended (session, until) WHERE until::bigint > ${secondsNow}
      ) || jsonb_build_object(${sessionId}::text, ${secondsNow} + ${forSeconds}::int)`,
      })
      .where('partner_id', '=', partnerId)
      .where('id', '=', id)
      .returning(sql<number>`(SELECT count(*)::int FROM jsonb_object_keys(ended_sessions))`.as('count')),
)
