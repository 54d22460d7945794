import {
  type Actor,
  type ApprovableAction,
  type Approval,
  approveRequest,
  type ApprovedResult,
  labelOf,
  rejectRequest,
  runOrRequest as runOrStoreRequest,
} from '@partner-accounts/core'
import * as z from 'zod'
import type { ApiContext } from '../context.ts'
import { internalProcedure, reasonedProcedure, router } from '../trpc.ts'
import { presentOverview } from '../wire/employer.ts'
import { byId } from '../wire/fields.ts'
import { pageFields } from '../wire/pages.ts'

type Overview = ApprovedResult<'account.correct'>
type Presented<Result> = Result extends Overview ? ReturnType<typeof presentOverview> : Result

const presentResult = <Result extends ApprovedResult>(result: Result) =>
  ('employer' in result ? presentOverview(result) : result) as Presented<Result>

export const presentApproval = ({ input, requester, ...approval }: Approval) => ({
  ...approval,
  requestedBy: labelOf(requester),
  reason: input.reason ?? null,
  /** New values of a correction, by field. */
  corrections: correctionsOf(input),
})

const correctionsOf = ({
  employer: { taxId, ...employer } = {},
  administrator,
  address,
}: Approval['input']): Record<string, string | null> => ({
  ...employer,
  ...(taxId && { [taxId.kind]: taxId.value }),
  ...administrator,
  ...address,
})

/** Returns the action's result or, if another operator has to approve it, `approval`. */
export async function runOrRequest<Action extends ApprovableAction>(
  { services, actor }: Pick<ApiContext, 'services'> & { actor: Actor },
  action: Action,
  input: Approval['input'],
) {
  const outcome = await runOrStoreRequest(services, action, { ...input, actor })
  return 'approval' in outcome ? { approval: presentApproval(outcome.approval) } : presentResult(outcome.result)
}

export const approvals = router({
  list: internalProcedure('viewer')
    .input(z.object(pageFields).prefault({}))
    .query(async ({ ctx: { services }, input }) => {
      const { items, ...page } = await services.stores.approvals.page({}, input)
      const names = await services.stores.operatorQueries.names(items.map(({ input }) => input.id))
      return {
        items: items.map((approval) => ({
          ...presentApproval(approval),
          recordName: names.get(approval.input.id) ?? null,
        })),
        ...page,
      }
    }),
  /** Returns the result of the requested action, too. */
  approve: internalProcedure('admin')
    .input(byId)
    .mutation(async ({ ctx, input }) => {
      const { action, result } = await approveRequest(ctx.services, { actor: ctx.actor, ...input })
      return { action, result: presentResult(result) }
    }),
  reject: reasonedProcedure('admin')
    .input(byId)
    .mutation(async ({ ctx, input }) =>
      presentApproval(await rejectRequest(ctx.services, { actor: ctx.actor, ...input })),
    ),
})
