import {
  emailKeyOf,
  type NormalizedEmail,
  type PartnerMode,
  type PartnerStatus,
  type Permission,
  type PortalUser,
  type PortalUserAccess,
  type PortalUserCredentials,
  type PortalUserStatus,
} from '@partner-accounts/core'
import { modeOf } from '../partners/partner-store.ts'
import type { Client } from '../prisma/client.ts'
import { narrowStates } from '../prisma/stored.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement, typed } from '../sql/statement.ts'
import { findIdsByEmail, userColumns } from './portal-user-rows.ts'

// A hot path, because a caller's rights are cached only for seconds.
const ACCESS = statement({
  name: 'portal_user_access',
  parameters: { partnerId: 'text', id: 'text' },
  columns: {
    userId: 'text',
    partnerId: 'text',
    userStatus: typed<PortalUserStatus>('text'),
    partnerStatus: typed<PartnerStatus>('text'),
    partnerMode: typed<PartnerMode>('text'),
    tokenGeneration: 'int4',
    permissions: typed<Permission[]>('text[]'),
    requiresSecondFactor: 'bool',
    hasSecondFactor: 'bool',
    endedSessions: 'text[]',
  },
  text: `
    SELECT
      u.id AS "userId", u.partner_id AS "partnerId", u.status AS "userStatus",
      p.status AS "partnerStatus", CASE WHEN p.test_of IS NULL THEN 'live' ELSE 'test' END AS "partnerMode",
      u.token_generation AS "tokenGeneration", u.permissions,
      p.requires_second_factor AS "requiresSecondFactor", f.user_id IS NOT NULL AS "hasSecondFactor",
      ARRAY(SELECT jsonb_object_keys(u.ended_sessions)) AS "endedSessions"
    FROM portal_users AS u
    JOIN partners AS p ON p.id = u.partner_id
    LEFT JOIN second_factors AS f ON f.partner_id = u.partner_id AND f.user_id = u.id AND f.is_active
    WHERE u.partner_id = :partnerId AND p.id = :partnerId AND u.id = :id
  `,
})

export async function findAccess(
  run: RunStatement,
  id: string,
  partnerId: string,
): Promise<PortalUserAccess | undefined> {
  const [row] = await run(ACCESS, { id, partnerId })
  return row
}

export async function findCredentials(
  client: Client,
  run: RunStatement,
  email: NormalizedEmail,
): Promise<PortalUserCredentials | undefined> {
  const ids = await findIdsByEmail(client, emailKeyOf(email))
  if (!ids) return undefined
  const select = {
    ...userColumns,
    passwordHash: true,
    previousPasswordHash: true,
    previousPasswordExpiresAt: true,
    tokenGeneration: true,
  } as const
  // Two queries, because Prisma's join reads every shard on Citus.
  const [row, partner] = await Promise.all([
    client.portalUser.findFirst({ select, where: ids }),
    client.partner.findUnique({ select: { testOf: true }, where: { id: ids.partnerId } }),
  ])
  if (!row || !partner) return undefined
  const { previousPasswordExpiresAt: expiresAt, ...user } = row
  const isPreviousValid = expiresAt !== null && expiresAt > (await readClock(run))
  return {
    ...user,
    ...narrowStates<PortalUser>(user),
    previousPasswordHash: isPreviousValid ? user.previousPasswordHash : null,
    partnerMode: modeOf(partner),
  }
}
