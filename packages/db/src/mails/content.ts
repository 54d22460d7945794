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
import { fromJson } from '../prisma/stored.ts'

export const mailContext = (mailId: string): SealContext => ({ purpose: 'mail content', owner: mailId })

export const queuedMail = ({ recipient, content }: NewMail, id: string, sealingKeys: SealingKeys) => ({
  id,
  kind: content.kind,
  priority: MAIL_SCHEDULE[content.kind].priority,
  delay: MAIL_SCHEDULE[content.kind].delaySeconds,
  recipient,
  recipientKey: emailKeyOf(recipient),
  sealedContent: sealWithKeyring(JSON.stringify(content), sealingKeys, mailContext(id)),
})

/** @throws `mail-key-removed` */
export function unsealContent(mailId: string, sealed: Uint8Array, sealingKeys: SealingKeys): MailContent {
  const unsealed = unsealWithKeyring(sealed, sealingKeys, mailContext(mailId))
  const json = required(unsealed, 'mail-key-removed')
  return fromJson<MailContent>(JSON.parse(json))
}

/** The partner and the account that a mail concerns. */
interface MailSubject {
  partnerId: string
  accountId: string | null
}

export const findReseller = async (client: Client, mail: MailSubject): Promise<Reseller | undefined> =>
  (await findResellers(client, [mail]))[0]

/** Returns the reseller of each mail, in the same order; `undefined` for mails that concern no partner. */
export async function findResellers(client: Client, mails: readonly MailSubject[]): Promise<(Reseller | undefined)[]> {
  const partnerIds = new Set(mails.map((mail) => mail.partnerId))
  partnerIds.delete(NO_PARTNER)
  if (partnerIds.size === 0) return mails.map(() => undefined)
  const ids = [...partnerIds]
  const partners = await client.partner.findMany({ select: { id: true, name: true }, where: { id: { in: ids } } })
  const names = new Map(partners.map(({ id, name }) => [id, name]))
  const accountIds = new Set(mails.flatMap((mail) => mail.accountId ?? []))
  const emails = await emailsOfCreators(client, ids, [...accountIds])
  return mails.map((mail) => {
    const name = names.get(mail.partnerId)
    return name === undefined ? undefined : { name, email: emails.get(mail.accountId ?? '') }
  })
}

/** Returns the e-mails of accounts' creators by account. Omits creators that are not active. */
async function emailsOfCreators(
  client: Client,
  partnerIds: string[],
  accountIds: string[],
): Promise<Map<string | null, string | undefined>> {
  if (accountIds.length === 0) return new Map()
  const creations = await client.auditEntry.findMany({
    select: { accountId: true, actorName: true },
    where: { partnerId: { in: partnerIds }, accountId: { in: accountIds }, action: 'account.created' },
  })
  const ids = [...new Set(creations.flatMap(({ actorName }) => actorName ?? []))]
  const creators = await client.portalUser.findMany({
    select: { id: true, email: true },
    where: { partnerId: { in: partnerIds }, id: { in: ids }, status: 'active', kind: 'person' },
  })
  const emails = new Map(creators.map(({ id, email }) => [id, email]))
  return new Map(creations.map(({ accountId, actorName }) => [accountId, emails.get(actorName ?? '')]))
}
