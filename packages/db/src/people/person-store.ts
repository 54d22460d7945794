import {
  ADMINISTRATOR_MAIL_KINDS,
  type AuditAction,
  type AuditedChanges,
  emailKeyOf,
  type MailContent,
  type MailKind,
  type PersonStore,
  type SealingKeys,
} from '@partner-accounts/core'
import { NO_PARTNER } from '../keys.ts'
import { unsealContent } from '../mails/content.ts'
import { inBatches } from '../prisma/batches.ts'
import type { Client } from '../prisma/client.ts'
import { Prisma } from '../prisma/generated/client.ts'
import { fromJson } from '../prisma/stored.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { ERASED_ACCOUNT, ERASED_PORTAL_USER, ERASED_UNIT } from './erased-rows.ts'

const CORRECTIONS: AuditAction[] = ['administrator.corrected', 'employer.corrected']

/** Deletes unsent mails that go to other people, but name this person. */
async function deleteMentions(
  client: Client,
  sealingKeys: SealingKeys,
  { partnerId, kind }: { partnerId: string; kind: MailKind },
  isMentionedIn: (content: MailContent) => boolean,
): Promise<void> {
  const unsent = await client.mail.findMany({
    select: { id: true, sealedContent: true },
    where: { partnerId, kind, sealedContent: { not: null } },
  })
  const ids = unsent.flatMap(({ id, sealedContent }) =>
    sealedContent && isMentionedIn(unsealContent(id, sealedContent, sealingKeys)) ? [id] : [],
  )
  await inBatches(ids, (batch) => client.mail.deleteMany({ where: { partnerId, id: { in: batch } } }))
}

/** Erases the person's e-mails from the audit entries of operators' exports. */
async function eraseExports(client: Client, emailKeys: ReadonlySet<string>): Promise<void> {
  const action: AuditAction = 'person.exported'
  await inBatches([...emailKeys], (batch) => {
    const OR = batch.map((key) => ({ changes: { path: ['email', 'to'], equals: key } }))
    return client.auditEntry.updateMany({
      data: { changes: Prisma.DbNull },
      where: { partnerId: NO_PARTNER, action, OR },
    })
  })
}

/** Returns the current and all earlier names and e-mails of an account. */
async function valuesOfAccount(
  client: Client,
  { id, partnerId, administrator, employer }: Parameters<PersonStore['eraseAccount']>[0],
) {
  const entries = await client.auditEntry.findMany({
    select: { changes: true },
    where: { partnerId, accountId: id, action: { in: CORRECTIONS } },
  })
  const earlier = (field: string) =>
    entries.flatMap(({ changes }) => {
      const change = fromJson<AuditedChanges | null>(changes)?.[field]
      return change ? [change.from, change.to] : []
    })
  const withoutNulls = (values: (string | null)[]) => new Set(values.filter((value) => value !== null))
  return {
    names: withoutNulls([employer.name, ...earlier('name')]),
    emails: withoutNulls([
      administrator.email,
      ...earlier('email'),
      employer.financialEmail,
      ...earlier('financialEmail'),
    ]),
  }
}

export const createPersonStore = (client: Client, run: RunStatement, sealingKeys: SealingKeys): PersonStore => ({
  async eraseAccount(account) {
    const { id, partnerId, administrator } = account
    const ofAccount = { partnerId, accountId: id }
    const { names, emails } = await valuesOfAccount(client, account)
    const erasedAt = await readClock(run)
    await client.account.updateMany({ data: { ...ERASED_ACCOUNT, erasedAt }, where: { partnerId, id } })
    await client.unit.updateMany({ data: ERASED_UNIT, where: ofAccount })
    await client.administratorEmail.deleteMany({ where: { emailKey: emailKeyOf(administrator.email), ...ofAccount } })
    await client.idempotentCreation.deleteMany({ where: ofAccount })
    await client.mail.deleteMany({ where: ofAccount })
    await client.note.deleteMany({ where: ofAccount })
    // A response may repeat the personal data of its request.
    await client.webhookDelivery.updateMany({ data: { responseBody: null, lastError: null }, where: ofAccount })
    // With this change, the outcome of a delivery in flight is ignored, because it may repeat the data, too. The delivery is
    // sent again, without the data.
    await client.webhookDelivery.updateMany({
      data: { attempts: { increment: 1 } },
      where: { ...ofAccount, status: 'queued' },
    })
    await deleteMentions(
      client,
      sealingKeys,
      { partnerId, kind: 'subscription-activated' },
      (content) => 'accountNames' in content && content.accountNames.some((name) => names.has(name)),
    )
    await client.auditEntry.updateMany({
      data: { changes: Prisma.DbNull },
      where: { ...ofAccount, action: { in: CORRECTIONS } },
    })
    await client.auditEntry.updateMany({ data: { reason: null }, where: { ...ofAccount, reason: { not: null } } })
    await eraseExports(client, new Set([...emails].map(emailKeyOf)))
    return erasedAt
  },

  async erasePortalUser({ id, partnerId, email, name }) {
    const erasedAt = await readClock(run)
    const data = { ...ERASED_PORTAL_USER, tokenGeneration: { increment: 1 }, erasedAt }
    const where = { partnerId, id, status: 'disabled', erasedAt: null }
    const { count } = await client.portalUser.updateMany({ data, where })
    if (count === 0) return undefined
    const emailKey = emailKeyOf(email)
    const ofUser = { partnerId, userId: id }
    await client.portalUserEmail.deleteMany({ where: { emailKey, ...ofUser } })
    await client.secondFactor.deleteMany({ where: ofUser })
    await client.portalSession.deleteMany({ where: ofUser })
    await client.loggedRequest.deleteMany({ where: ofUser })
    // Deletes mails to this person, of any partner. Keeps those to the person as the administrator of an account.
    const toUser = { recipientKey: emailKey, kind: { notIn: [...ADMINISTRATOR_MAIL_KINDS] } }
    const partners = await client.mail.findMany({ select: { partnerId: true }, where: toUser, distinct: 'partnerId' })
    for (const ofPartner of partners) await client.mail.deleteMany({ where: { ...ofPartner, ...toUser } })
    await deleteMentions(
      client,
      sealingKeys,
      { partnerId, kind: 'portal-user-invitation' },
      (content) => 'invitedBy' in content && content.invitedBy === name,
    )
    // The index on subjects omits creations, so PostgreSQL uses it only with this condition.
    const entries = { partnerId, subjectId: id, action: { not: 'account.created' }, reason: { not: null } }
    await client.auditEntry.updateMany({ data: { reason: null }, where: entries })
    await eraseExports(client, new Set([emailKey]))
    return erasedAt
  },
})
