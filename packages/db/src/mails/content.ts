import {
  DomainError,
  emailKeyOf,
  MAIL_DELAYS_SECONDS,
  MAIL_PRIORITIES,
  type MailContent,
  type NewMail,
  type Reseller,
  type SealContext,
  type SealingKeys,
  sealWithKeyring,
  unsealWithKeyring,
} from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'

const contextOf = (mailId: string): SealContext => ({ purpose: 'mail content', owner: mailId })

export const queuedMail = ({ recipient, content }: NewMail, id: string, sealingKeys: SealingKeys) => ({
  id,
  kind: content.kind,
  priority: MAIL_PRIORITIES[content.kind],
  delay: MAIL_DELAYS_SECONDS[content.kind],
  recipient,
  recipientKey: emailKeyOf(recipient),
  sealedContent: sealWithKeyring(JSON.stringify(content), sealingKeys, contextOf(id)),
})

/** @throws `mail-key-removed` */
export function unsealContent(mailId: string, sealed: Uint8Array, sealingKeys: SealingKeys): MailContent {
  try {
    return JSON.parse(unsealWithKeyring(sealed, sealingKeys, contextOf(mailId))) as MailContent
  } catch (cause) {
    throw Object.assign(new DomainError('mail-key-removed'), { cause })
  }
}

export async function findReseller(
  client: Client,
  { partnerId, accountId }: { partnerId: string; accountId: string | null },
): Promise<Reseller | undefined> {
  const partner = await client.partner.findUnique({ select: { name: true }, where: { id: partnerId } })
  if (!partner) return undefined
  const creation =
    accountId === null
      ? null
      : await client.auditEntry.findFirst({
          select: { actorName: true },
          where: { partnerId, accountId, action: 'account.created' },
        })
  const creator = creation?.actorName
    ? await client.portalUser.findFirst({
        select: { email: true },
        where: { partnerId, id: creation.actorName, status: 'active', kind: 'person' },
      })
    : null
  return { name: partner.name, email: creator?.email }
}
