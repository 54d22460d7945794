import type { AdministratorOfAccount } from '../accounts/administrator.ts'
import type { Stores } from '../dependencies.ts'

/** Notices queued by a call, by creator. */
export type ActivationNotices = Map<string, { mailId: string; accountNames: readonly string[] }>

/**
 * Notifies the account's creator. Activations of a call share a mail, which each transaction replaces: after a crash it
 * lists exactly the active accounts.
 */
export async function notifyCreator(
  { records, portalUsers, mails }: Stores,
  { partnerId, accountId, accountName }: Pick<AdministratorOfAccount, 'partnerId' | 'accountId' | 'accountName'>,
  notices: ActivationNotices,
): Promise<void> {
  const search = { partnerId, accountId, action: 'account.created' }
  const [creation] = (await records.auditEntries(search, { limit: 1 })).items
  if (creation?.actor.kind !== 'portal-user') return
  const creator = await portalUsers.find(creation.actor.id, partnerId)
  if (creator?.kind !== 'person' || creator.status !== 'active') return
  const queued = notices.get(creator.id)
  const isReplaced = queued !== undefined && (await mails.discard(queued.mailId))
  const accountNames = isReplaced ? [...queued.accountNames, accountName] : [accountName]
  const content = { kind: 'subscription-activated', name: creator.name, accountNames } as const
  const mailId = await mails.queue({ recipient: creator.email, content, partnerId })
  notices.set(creator.id, { mailId, accountNames })
}
