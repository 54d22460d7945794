import type { AccountOverview } from './account-overview.ts'
import { accountNotFound } from './find-account.ts'
import { inviteAdministrator } from './invite-administrator.ts'
import type { Actor } from '../audit/actor.ts'
import { type HistoryAction, isHistoryAction } from '../audit/audit-actions.ts'
import type { RecordedAuditEntry } from '../audit/audit-entry.ts'
import { type Dependencies, inTransaction, type Stores } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'

export interface PartnerAccountInput {
  partnerId: string
  id: string
}

export interface AccountChange {
  at: Date
  action: HistoryAction
  actor: Actor['kind']
  /** Name of the portal user who made the change; `undefined` for other actors and deleted users. */
  name: string | undefined
}

export interface PartnerAccount {
  account: AccountOverview
  history: AccountChange[]
}

const MAX_CHANGES = 50

/**
 * Returns an account with its latest changes.
 *
 * @throws `account-not-found`, also for another partner's account
 */
export async function showPartnerAccount(
  { stores }: Pick<Dependencies, 'stores'>,
  input: PartnerAccountInput,
): Promise<PartnerAccount> {
  const account = await requireOwnAccount(stores, await stores.accountDirectory.overview(input.id), input)
  const entries = (await latestChanges(stores, account.id)).filter(isShown)
  const userIds = new Set(entries.flatMap(({ actor }) => (actor.kind === 'portal-user' ? [actor.id] : [])))
  const users = await Promise.all([...userIds].map((id) => stores.portalUsers.find(id, input.partnerId)))
  const names = new Map(users.flatMap((user) => (user ? [[user.id, user.name]] : [])))
  return {
    account,
    history: entries.map(({ at, action, actor }) => ({
      at,
      action,
      actor: actor.kind,
      name: actor.kind === 'portal-user' ? names.get(actor.id) : undefined,
    })),
  }
}

/**
 * Mails a new activation link, which replaces the previous one.
 *
 * @throws `account-not-found`, `administrator-already-active`, `subscription-not-active`,
 * `activation-mail-just-sent`
 */
export const resendActivationMail = inTransaction(
  async (stores, { actor, ...input }: PartnerAccountInput & { actor: Actor }) => {
    // Concurrent calls serialize on this lock.
    const account = await requireOwnAccount(stores, await stores.accountDirectory.lock(input.id), input)
    if (account.administratorStatus === 'activated') throw new DomainError('administrator-already-active')
    if (account.subscription.status !== 'active') throw new DomainError('subscription-not-active')
    await requirePause(stores, account.id)
    await inviteAdministrator(stores, { actor, accountId: account.id, partnerId: account.partnerId })
  },
)

/**
 * Returns `account` if it belongs to the partner.
 *
 * @param account the account with the id, if it exists
 * @throws `account-not-found`
 */
export async function requireOwnAccount(
  stores: Stores,
  account: AccountOverview | undefined,
  { partnerId, id }: PartnerAccountInput,
): Promise<AccountOverview> {
  if (account?.partnerId !== partnerId) throw await accountNotFound(stores, partnerId, { kind: 'id', value: id })
  return account
}

type ShownEntry = RecordedAuditEntry & { action: HistoryAction }
const isShown = (entry: RecordedAuditEntry): entry is ShownEntry => isHistoryAction(entry.action)

const latestChanges = async ({ records }: Stores, accountId: string): Promise<RecordedAuditEntry[]> =>
  (await records.auditEntries({ accountId }, { limit: MAX_CHANGES })).items

/** @throws `activation-mail-just-sent`, with the seconds to wait */
async function requirePause(stores: Stores, accountId: string): Promise<void> {
  const entries = await latestChanges(stores, accountId)
  const last = entries.find(({ action }) => action === 'administrator.invited' || action === 'subscription.activated')
  if (!last) return
  const elapsedSeconds = (Date.now() - last.at.getTime()) / 1000
  const retryAfterSeconds = Math.ceil(LIMITS.activationMailPauseSeconds - elapsedSeconds)
  if (retryAfterSeconds > 0) throw new DomainError('activation-mail-just-sent', { retryAfterSeconds })
}
