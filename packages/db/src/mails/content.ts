import {
  emailKeyOf,
  MAIL_SCHEDULE,
  type MailContent,
  type NewMail,
  required,
  type Reseller,
  type SealContext,
  type SealingKeys,
  sealWithKeyring,
  unsealWithKeyring,
} from '@partner-accounts/core'
import { NO_PARTNER } from '../keys.ts'
import type { Client } from '../prisma/client.ts'

const contextOf = (mailId: string): SealContext => ({ purpose: 'mail content', owner: mailId })

export const queuedMail = ({ recipient, content }: NewMail, id: string, sealingKeys: SealingKeys) => ({
  id,
  kind: content.kind,
  priority: MAIL_SCHEDULE[content.kind].priority,
  delay: MAIL_SCHEDULE[content.kind].delaySeconds,
  recipient,
  recipientKey: emailKeyOf(recipient),
  sealedContent: sealWithKeyring(JSON.stringify(content), sealingKeys, contextOf(id)),
})

/** @throws `mail-key-removed` */
export const unsealContent = (mailId: string, sealed: Uint8Array, sealingKeys: SealingKeys): MailContent =>
  JSON.parse(required(unsealWithKeyring(sealed, sealingKeys, contextOf(mailId)), 'mail-key-removed')) as MailContent

interface Sold {
  partnerId: string
  accountId: string | null
}

export const findReseller = async (client: Client, sold: Sold): Promise<Reseller | undefined> =>
  (await findResellers(client, [sold]))[0]

export async function findResellers(client: Client, sold: readonly Sold[]): Promise<(Reseller | undefined)[]> {
  const partnerId = { in: [...new Set(sold.map((mail) => mail.partnerId).filter((id) => id !== NO_PARTNER))] }
  if (partnerId.in.length === 0) return sold.map(() => undefined)
  const partners = await client.partner.findMany({ select: { id: true, name: true }, where: { id: partnerId } })
  const names = new Map(partners.map(({ id, name }) => [id, name]))
  const emails = await emailsOfCreators(client, partnerId, [...new Set(sold.flatMap((mail) => mail.accountId ?? []))])
  return sold.map((mail) => {
    const name = names.get(mail.partnerId)
    return name === undefined ? undefined : { name, email: emails.get(mail.accountId ?? '') }
  })
}

/** Omits creators that are not active. */
async function emailsOfCreators(
  client: Client,
  partnerId: { in: string[] },
  accountIds: string[],
): Promise<Map<string | null, string | undefined>> {
  if (accountIds.length === 0) return new Map()
  const creations = await client.auditEntry.findMany({
    select: { accountId: true, actorName: true },
    where: { partnerId, accountId: { in: accountIds }, action: 'account.created' },
  })
  const ids = [...new Set(creations.flatMap(({ actorName }) => actorName ?? []))]
  const creators = await client.portalUser.findMany({
    select: { id: true, email: true },
    where: { partnerId, id: { in: ids }, status: 'active', kind: 'person' },
  })
  const emails = new Map(creators.map(({ id, email }) => [id, email]))
  return new Map(creations.map(({ accountId, actorName }) => [accountId, emails.get(actorName ?? '')]))
}
