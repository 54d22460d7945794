import {
  type AuditAction,
  type AuditedChanges,
  emailKeyOf,
  type MailContent,
  type MailKind,
  type PersonStore,
  type SealingKeys,
} from '@partner-accounts/core'
import { NO_PARTNER } from '../keys.ts'
import { NO_LINK, NO_RESET_LINK } from '../links.ts'
import { unsealContent } from '../mails/content.ts'
import { bytes, type Client } from '../prisma/client.ts'
import { Prisma } from '../prisma/generated/client.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'

const NO_EMPLOYER = { name: '', tradeName: '', cpf: null, cnpj: null, financialEmail: null }
const NO_ADMINISTRATOR = { fullName: '', email: '', mobilePhone: '', passwordHash: null, administratorActivated: false }
/** No secret has this hash. */
const NO_CREDENTIALS = { secretHash: bytes(new Uint8Array(32)), apiTokenHash: null, sealedApiToken: null }
const NO_UNIT = { name: '', cep: '', streetName: '', streetNumber: '', neighborhood: '', complement: null }

const CORRECTIONS: AuditAction[] = ['administrator.corrected', 'employer.corrected']

export function createPersonStore(client: Client, run: RunStatement, sealingKeys: SealingKeys): PersonStore {
  /** Deletes unsent mails to others whose content names the person. */
  async function deleteMentions(partnerId: string, kind: MailKind, isMentionedIn: (content: MailContent) => boolean) {
    const unsent = await client.mail.findMany({
      select: { id: true, sealedContent: true },
      where: { partnerId, kind, sealedContent: { not: null } },
    })
    const ids = unsent.flatMap(({ id, sealedContent }) =>
      sealedContent && isMentionedIn(unsealContent(id, sealedContent, sealingKeys)) ? [id] : [],
    )
    if (ids.length > 0) await client.mail.deleteMany({ where: { partnerId, id: { in: ids } } })
  }

  async function eraseExports(emailKeys: ReadonlySet<string>): Promise<void> {
    const OR = [...emailKeys].map((key) => ({ changes: { path: ['email', 'to'], equals: key } }))
    const action: AuditAction = 'person.exported'
    await client.auditEntry.updateMany({
      data: { changes: Prisma.DbNull },
      where: { partnerId: NO_PARTNER, action, OR },
    })
  }

  return {
    async eraseAccount({ id, partnerId, administrator, employer }) {
      const ofAccount = { partnerId, accountId: id }
      const corrections = { ...ofAccount, action: { in: CORRECTIONS } }
      const entries = await client.auditEntry.findMany({ select: { changes: true }, where: corrections })
      const valuesOf = (field: string, present: string | null): Set<string> => {
        const earlier = entries.flatMap(({ changes }) => {
          const change = (changes as AuditedChanges | null)?.[field]
          return change ? [change.from, change.to] : []
        })
        return new Set([present, ...earlier].filter((value) => value !== null))
      }
      const names = valuesOf('name', employer.name)
      const emails = [...valuesOf('email', administrator.email), ...valuesOf('financialEmail', employer.financialEmail)]

      const erasedAt = await readClock(run)
      const data = { ...NO_EMPLOYER, ...NO_ADMINISTRATOR, ...NO_LINK, ...NO_CREDENTIALS, terms: '', erasedAt }
      await client.account.updateMany({ data, where: { partnerId, id } })
      await client.unit.updateMany({ data: { ...NO_UNIT, state: '', city: '' }, where: ofAccount })
      await client.administratorEmail.deleteMany({ where: { emailKey: emailKeyOf(administrator.email), ...ofAccount } })
      await client.idempotentCreation.deleteMany({ where: ofAccount })
      await client.mail.deleteMany({ where: ofAccount })
      await client.note.deleteMany({ where: ofAccount })
      await client.approval.deleteMany({ where: ofAccount })
      await deleteMentions(
        partnerId,
        'subscription-activated',
        (content) => 'accountNames' in content && content.accountNames.some((name) => names.has(name)),
      )
      await client.auditEntry.updateMany({ data: { changes: Prisma.DbNull }, where: corrections })
      await client.auditEntry.updateMany({ data: { reason: null }, where: { ...ofAccount, reason: { not: null } } })
      await eraseExports(new Set(emails.map(emailKeyOf)))
      return erasedAt
    },

    async erasePortalUser({ id, partnerId, email, name }) {
      const erasedAt = await readClock(run)
      const data = {
        ...{ name: '', email: '', terms: '', permissions: [], passwordHash: null, lastSignedInAt: null },
        ...{ ...NO_LINK, ...NO_RESET_LINK, tokenGeneration: { increment: 1 }, endedSessions: {}, erasedAt },
      }
      const where = { partnerId, id, status: 'disabled', erasedAt: null }
      const { count } = await client.portalUser.updateMany({ data, where })
      if (count === 0) return undefined
      const [emailKey, ofUser] = [emailKeyOf(email), { partnerId, userId: id }]
      await client.portalUserEmail.deleteMany({ where: { emailKey, ...ofUser } })
      await client.secondFactor.deleteMany({ where: ofUser })
      await client.portalSession.deleteMany({ where: ofUser })
      await client.loggedRequest.deleteMany({ where: ofUser })
      // Also of partners that invited the person before. Mails with an account are its administrator's.
      const toUser = { recipientKey: emailKey, accountId: null }
      const partners = await client.mail.findMany({ select: { partnerId: true }, where: toUser, distinct: 'partnerId' })
      for (const ofPartner of partners) await client.mail.deleteMany({ where: { ...ofPartner, ...toUser } })
      await deleteMentions(
        partnerId,
        'portal-user-invitation',
        (content) => 'invitedBy' in content && content.invitedBy === name,
      )
      // The index of subjects leaves out this action.
      const entries = { partnerId, subjectId: id, action: { not: 'account.created' }, reason: { not: null } }
      await client.auditEntry.updateMany({ data: { reason: null }, where: entries })
      await eraseExports(new Set([emailKey]))
      return erasedAt
    },
  }
}
