import type { AdministratorOfAccount } from './administrator.ts'
import type { Stores } from '../dependencies.ts'
import type { PortalUser } from '../identity/portal-user.ts'

/** The notices that one call has queued, by the id of their recipient. */
export type ActivationNotices = Map<string, { mailId: string; accountNames: readonly string[] }>

type CreatedAccount = Pick<AdministratorOfAccount, 'partnerId' | 'accountId' | 'accountName'>

/**
 * Notifies the account's creator of its activation. The accounts that one call activates share a mail. Each account is
 * activated in a transaction that replaces the mail with one that also names this account. So after a crash, the mail names
 * exactly the accounts that were activated.
 */
export async function notifyCreator(
  stores: Stores,
  account: CreatedAccount,
  notices: ActivationNotices,
): Promise<void> {
  const { mails } = stores
  const creator = await findCreator(stores, account)
  if (!creator) return
  const { partnerId, accountName } = account
  const queued = notices.get(creator.id)
  const isReplaced = queued !== undefined && (await mails.discard(queued.mailId))
  const accountNames = isReplaced ? [...queued.accountNames, accountName] : [accountName]
  const content = { kind: 'subscription-activated', name: creator.name, accountNames } as const
  const mailId = await mails.queue({ recipient: creator.email, content, partnerId })
  notices.set(creator.id, { mailId, accountNames })
}

/** Notifies the account's creator of a correction. */
export async function notifyOfCorrection(stores: Stores, account: CreatedAccount): Promise<void> {
  const creator = await findCreator(stores, account)
  if (!creator) return
  const { partnerId, accountId, accountName } = account
  const content = { kind: 'account-corrected', name: creator.name, accountName } as const
  await stores.mails.queue({ recipient: creator.email, content, partnerId, accountId })
}

/** Returns the active person who created the account. */
async function findCreator(
  { records, portalUsers }: Stores,
  { partnerId, accountId }: CreatedAccount,
): Promise<PortalUser | undefined> {
  const search = { partnerId, accountId, action: 'account.created' }
  const [creation] = (await records.auditEntries(search, { limit: 1 })).items
  if (creation?.actor.kind !== 'portal-user') return undefined
  const creator = await portalUsers.find(creation.actor.id, partnerId)
  return creator?.kind === 'person' && creator.status === 'active' ? creator : undefined
}
