import { resendActivationMail as resendUseCase, showPartnerAccount } from '@partner-accounts/core'
import { presentOverview } from '../wire/employer.ts'
import { partnerProcedure } from '../trpc.ts'
import { byId } from '../wire/fields.ts'

export const showAccount = partnerProcedure('accounts:read')
  .input(byId)
  .query(async ({ ctx, input: { id } }) => {
    const { account, history } = await showPartnerAccount(ctx.services, { partnerId: ctx.partnerId, id })
    return { ...presentOverview(account), history }
  })

export const resendActivationMail = partnerProcedure('accounts:create')
  .input(byId)
  .mutation(async ({ ctx, input: { id } }) => {
    const actor = { kind: 'portal-user', id: ctx.userId } as const
    await resendUseCase(ctx.services, { actor, partnerId: ctx.partnerId, id })
    return { id }
  })
