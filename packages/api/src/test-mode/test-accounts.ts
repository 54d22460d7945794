import {
  activateSubscription,
  cancelSubscription,
  changeSubscription,
  listTestMails,
  reissueCredentials,
  requireTestAccount,
  revokeApiToken,
} from '@partner-accounts/core'
import { accessOf } from '../authorize.ts'
import type { ApiContext } from '../context.ts'
import { subscriptionChanges } from '../internal/subscriptions.ts'
import { partnerProcedure, router } from '../trpc.ts'
import { byId } from '../wire/fields.ts'
import { bounceOf } from '../errors/provoked-errors.ts'

const testProcedure = partnerProcedure('accounts:create')

const actorFor = ({ services, caller }: ApiContext, id: string) =>
  requireTestAccount(services, { access: accessOf(caller), id })

/** What only operators do with live accounts. */
export const testAccounts = router({
  mails: testProcedure.input(byId).query(async ({ ctx, input: { id } }) => {
    const mails = await listTestMails(ctx.services, { access: accessOf(ctx.caller), id })
    return mails.map(({ id, createdAt, subject, text, message, recipient }) => ({
      id,
      createdAt,
      subject,
      text,
      message,
      bounce: bounceOf(recipient),
    }))
  }),
  activate: testProcedure.input(byId).mutation(async ({ ctx, input: { id } }) => {
    const { status } = await activateSubscription(ctx.services, { actor: await actorFor(ctx, id), accountId: id })
    return { id, status }
  }),
  change: testProcedure.input(byId.and(subscriptionChanges)).mutation(async ({ ctx, input: { id, ...changes } }) => {
    const actor = await actorFor(ctx, id)
    const { employees, faceIds } = await changeSubscription(ctx.services, { actor, accountId: id, changes })
    return { id, employees, faceIds }
  }),
  cancel: testProcedure.input(byId).mutation(async ({ ctx, input: { id } }) => {
    const { status } = await cancelSubscription(ctx.services, { actor: await actorFor(ctx, id), accountId: id })
    return { id, status }
  }),
  revokeToken: testProcedure.input(byId).mutation(async ({ ctx, input: { id } }) => {
    await revokeApiToken(ctx.services, { actor: await actorFor(ctx, id), id })
    return { id }
  }),
  reissueToken: testProcedure
    .input(byId)
    .mutation(async ({ ctx, input: { id } }) =>
      reissueCredentials(ctx.services, { actor: await actorFor(ctx, id), id }),
    ),
})
