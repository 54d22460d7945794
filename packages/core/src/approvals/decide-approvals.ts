import { correctAccount } from '../accounts/correct-account.ts'
import { reissueCredentials, revokeApiToken } from '../accounts/manage-account.ts'
import { type Actor, type ChangeInput, type ExplainedChangeInput, labelOf } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireNotErased } from '../employers/employer.ts'
import { DomainError, required } from '../errors.ts'
import { inTransaction } from '../in-transaction.ts'
import { LIMITS } from '../limits.ts'
import { suspendPartner } from '../partners/manage-partners.ts'
import { cancelSubscription } from '../subscriptions/change-subscription.ts'
import type { Stores } from '../unit-of-work.ts'
import type { ApprovableAction, ApprovableInput, Approval } from './approval-store.ts'

type By<Input> = Input & { actor: Actor }
type Run = (dependencies: Pick<Dependencies, 'transact'>, input: By<ApprovableInput>) => Promise<object>

const NO_CORRECTIONS = { employer: {}, administrator: {}, address: {} }

/** What operators may do only with another operator's approval, if it is required. */
const ACTIONS = {
  'account.correct': (dependencies, input) => correctAccount(dependencies, { ...NO_CORRECTIONS, ...input }),
  'account.reissue-token': reissueCredentials,
  'account.revoke-token': revokeApiToken,
  'partner.suspend': suspendPartner,
  'subscription.cancel': (dependencies, { id: accountId, ...input }) =>
    cancelSubscription(dependencies, { accountId, ...input }),
} satisfies Record<ApprovableAction, Run>

export type ApprovedResult<Action extends ApprovableAction = ApprovableAction> = Awaited<
  ReturnType<(typeof ACTIONS)[Action]>
>

/**
 * Runs an action or, if another operator has to approve it, stores a request.
 *
 * @throws what the action throws; for a request `account-not-found`, `account-erased`, `partner-not-found`
 */
export async function runOrRequest<Action extends ApprovableAction>(
  dependencies: Pick<Dependencies, 'transact' | 'newId' | 'requiresSecondApprover'>,
  action: Action,
  { actor, ...input }: By<ApprovableInput>,
): Promise<{ result: ApprovedResult<Action> } | { approval: Approval }> {
  if (!dependencies.requiresSecondApprover) return { result: await run(dependencies, action, { ...input, actor }) }
  return dependencies.transact(async (stores) => {
    const record = await findRecord(stores, action, input)
    const request = { id: dependencies.newId(), ...record, action, input, requester: actor }
    const approval = await stores.approvals.add(request, LIMITS.approvalDays)
    await audit(stores, actor, 'approval.requested', approval, input.reason)
    return { approval }
  })
}

const run = <Action extends ApprovableAction>(
  dependencies: Pick<Dependencies, 'transact'>,
  action: Action,
  input: By<ApprovableInput>,
) => ACTIONS[action](dependencies, input) as Promise<ApprovedResult<Action>>

/**
 * Runs the requested action in one transaction with the decision: if the action fails, the request stays.
 *
 * @throws `approval-not-found`, `approval-by-requester`, and what the action throws
 */
export const approveRequest = inTransaction(async (stores, { actor, id }: ChangeInput) => {
  const approval = await findFor(stores, actor, id)
  const { action, input, requester } = approval
  const by = { ...requester, approvedBy: identityOf(actor) }
  const result = await run({ transact: (work) => work(stores) }, action, { ...input, actor: by })
  // After the action, which locks the account as an erasure does before it deletes requests.
  await decide(stores, actor, 'approval.approved', approval)
  return { action, result }
})

/** @throws `approval-not-found`, `approval-by-requester` */
export const rejectRequest = inTransaction(async (stores, { actor, id, reason }: ExplainedChangeInput) => {
  const approval = await findFor(stores, actor, id)
  await decide(stores, actor, 'approval.rejected', approval, reason)
  return approval
})

async function findFor({ approvals }: Stores, actor: Actor, id: string): Promise<Approval> {
  const approval = required(await approvals.find(id), 'approval-not-found')
  if (isSamePerson(approval.requester, actor)) throw new DomainError('approval-by-requester')
  return approval
}

async function decide(
  stores: Stores,
  actor: Actor,
  action: 'approval.approved' | 'approval.rejected',
  approval: Approval,
  reason?: string,
): Promise<void> {
  if (!(await stores.approvals.remove(approval))) throw new DomainError('approval-not-found')
  await audit(stores, actor, action, approval, reason)
}

/** As far as known: the creator of a sign-in link may have opened it, too. */
function isSamePerson(requester: Actor, approver: Actor): boolean {
  const [one, other] = [identityOf(requester), identityOf(approver)]
  return one === other || one === creatorOf(approver) || other === creatorOf(requester)
}

/** As in the audit trail and in sessions. */
const identityOf = (actor: Actor): string => labelOf(actor).toLowerCase()

const creatorOf = (actor: Actor): string | undefined =>
  actor.kind === 'operator' ? actor.via?.toLowerCase() : undefined

async function findRecord(
  { accountDirectory, partners }: Stores,
  action: ApprovableAction,
  { id }: ApprovableInput,
): Promise<Pick<Approval, 'partnerId' | 'accountId'>> {
  if (action === 'partner.suspend') {
    if (!(await partners.find(id))) throw new DomainError('partner-not-found')
    return { partnerId: id, accountId: null }
  }
  // The lock keeps a concurrent erasure from missing the request.
  const account = required(await accountDirectory.lock(id), 'account-not-found')
  requireNotErased(account)
  return { partnerId: account.partnerId, accountId: id }
}

const audit = (
  { audit }: Stores,
  actor: Actor,
  action: 'approval.requested' | 'approval.approved' | 'approval.rejected',
  { id: subjectId, partnerId, accountId, action: requested }: Approval,
  reason: string | undefined,
) =>
  audit.record({
    ...{ actor, action, subjectId, partnerId, accountId, reason },
    changes: { action: { from: null, to: requested } },
  })
