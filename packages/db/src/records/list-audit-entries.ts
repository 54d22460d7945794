import { AUDIT_ACTIONS, type AuditSearch, type ListRequest } from '@partner-accounts/core'
import { ACTIVITY_OF_ACTOR } from '../audit/activity.ts'
import { toEntry } from '../audit/entry.ts'
import { idRange } from '../keys.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { toConditions } from '../prisma/stored.ts'
import type { RunStatement } from '../sql/run.ts'
import { createdWithin, following, inOrder, justAfter, toList } from './record-list.ts'

export async function listAuditEntries(client: Client, run: RunStatement, search: AuditSearch, page: ListRequest) {
  const { actor, action, recordId, partnerId, accountId, from, to } = search
  const isOfRecord = recordId !== undefined || accountId !== undefined
  if (actor?.kind === 'portal-user' && actor.name !== undefined && !isOfRecord)
    return listEntriesOfPortalUser(client, run, actor.name, search, page)

  const newestFirst = { ...page, order: 'newest' } as const
  const where = toConditions<Prisma.AuditEntryWhereInput>({
    AND: [{ id: following(newestFirst) }, { id: createdWithin(from, to) }, ofRecord(recordId)],
    actorKind: actor?.kind,
    actorName: actor?.name,
    action,
    partnerId,
    accountId,
  })
  const rows = await client.auditEntry.findMany({ where, ...inOrder(newestFirst) })
  return toList(rows, page, (take) => client.auditEntry.count({ where, take }), toEntry)
}

/** The index on subjects omits creations, which are many. The index on accounts finds them. */
const ofRecord = (id: string | undefined) =>
  id === undefined ? {} : { OR: [{ accountId: id }, { subjectId: id, action: { not: 'account.created' } }] }

/** Reads each action's latest entries, which are adjacent in an index. */
async function listEntriesOfPortalUser(
  client: Client,
  run: RunStatement,
  actorId: string,
  { action, partnerId, from, to }: AuditSearch,
  page: ListRequest,
) {
  const user = await client.portalUser.findFirst({ select: { partnerId: true }, where: { id: actorId } })
  const isOfOtherPartner = partnerId !== undefined && partnerId !== user?.partnerId
  if (!user || isOfOtherPartner) return { items: [], nextCursor: null }
  const actions = action === undefined ? AUDIT_ACTIONS : [action]
  const range = idRange(from, to && justAfter(to), page.cursor)
  const rows = await run(ACTIVITY_OF_ACTOR, { ...user, ...range, actorId, actions, limit: page.limit + 1 })
  const where = {
    // Omits the actor's kind, which is not in the index. Only portal users have such names.
    partnerId: user.partnerId,
    actorName: actorId,
    ...(action !== undefined && { action }),
    id: createdWithin(from, to),
  }
  return toList(rows, page, (take) => client.auditEntry.count({ where, take }), toEntry)
}
