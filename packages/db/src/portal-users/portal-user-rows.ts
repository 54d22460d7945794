import type { PortalUser } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { narrowStates } from '../prisma/stored.ts'

export const userColumns = {
  id: true,
  partnerId: true,
  kind: true,
  email: true,
  name: true,
  status: true,
  permissions: true,
} satisfies Prisma.PortalUserSelect

/** Invalidates all tokens, and the previous password of an integration. */
export const ENDED_SESSIONS = {
  tokenGeneration: { increment: 1 },
  previousPasswordHash: null,
  previousPasswordExpiresAt: null,
} as const

export async function findUser(client: Client, id: string, partnerId?: string): Promise<PortalUser | undefined> {
  const where = { id, ...(partnerId !== undefined && { partnerId }) }
  const row = await client.portalUser.findFirst({ select: userColumns, where })
  return row ? narrowStates<PortalUser>(row) : undefined
}

export async function changeUser(
  client: Client,
  where: Prisma.PortalUserWhereInput,
  data: Prisma.PortalUserUpdateManyMutationInput,
): Promise<PortalUser | undefined> {
  const [changed] = await client.portalUser.updateManyAndReturn({ data, select: userColumns, where })
  return changed && narrowStates<PortalUser>(changed)
}

export async function findIdsByEmail(
  client: Client,
  emailKey: string,
): Promise<{ partnerId: string; id: string } | undefined> {
  const row = await client.portalUserEmail.findUnique({ where: { emailKey } })
  return row ? { partnerId: row.partnerId, id: row.userId } : undefined
}
