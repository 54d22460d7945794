import { type ActivityEntry, type AuditAction, toRecordPage } from '@partner-accounts/core'
import * as z from 'zod'
import { partnerProcedure } from '../trpc.ts'
import { presentPage } from '../wire/pages.ts'
import { formatDateTime } from '../wire/date-time.ts'
import { choice, optional, recordId, time } from '../wire/fields.ts'

const PAGE_SIZE = 50

/** What managers see of the audit trail, by topic. */
const TOPICS = {
  accounts: ['account.created', 'account.token-revoked', 'account.token-reissued'],
  sign_ins: ['portal-user.signed-in', 'portal-user.token-issued', 'portal-user.signed-out-everywhere'],
  users: [
    'portal-user.invited',
    'portal-user.activated',
    'portal-user.disabled',
    'portal-user.permissions-changed',
    'portal-user.password-changed',
    'portal-user.password-reset',
    'integration.created',
    'integration.password-rotated',
  ],
} satisfies Record<string, AuditAction[]>

type Topic = keyof typeof TOPICS
const TOPIC_NAMES = Object.keys(TOPICS) as Topic[]

/** Lists who did what for the caller's partner, newest first. Native tRPC only, for the portal. */
export const activity = partnerProcedure('users:manage')
  .input(
    z
      .object({
        topic: optional(choice(TOPIC_NAMES, 'topic')),
        user_id: optional(recordId()),
        from: optional(time()),
        before: optional(time()),
        cursor: optional(recordId()),
      })
      .prefault({}),
  )
  .query(async ({ ctx: { services, partnerId }, input }) => {
    const { topic, user_id: actorId, from, before: to, cursor: before } = input
    const actions = topic ? TOPICS[topic] : Object.values(TOPICS).flat()
    const filter = { partnerId, actions, actorId, from, to, before }
    const found = await services.stores.audit.activity(filter, PAGE_SIZE + 1)
    return presentPage(toRecordPage(found, PAGE_SIZE), present)
  })

const present = ({
  id,
  at,
  action,
  actor,
  actorName,
  subjectId,
  subjectName,
  accountId,
  accountName,
}: ActivityEntry) => ({
  id,
  at: formatDateTime(at),
  action,
  /** `null` for operators and users of e-mailed links. */
  actor: actor.kind === 'portal-user' ? { id: actor.id, name: actorName } : null,
  /** The portal user that was changed, unless it is an account. */
  user: subjectName === null ? null : { id: subjectId, name: subjectName },
  account: accountId === null ? null : { id: accountId, name: accountName },
})
